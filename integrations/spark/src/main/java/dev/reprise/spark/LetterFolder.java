package dev.reprise.spark;

import dev.reprise.text.PrintableText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Folder of the dead letters of a job, on any file system that Hadoop supports. Until the job
 * commits, files of task attempts are in a subfolder; then the files of committed attempts are
 * moved up.
 */
final class LetterFolder {

  private static final FsPermission FILE = new FsPermission("600");
  private static final FsPermission FOLDER = new FsPermission("700");

  private final Path folder;
  private final Path pending;
  private final Configuration configuration;

  LetterFolder(String folder, String queryId, Configuration configuration) {
    this.folder = new Path(folder);
    this.pending = new Path(new Path(this.folder, "_temporary"), queryId);
    this.configuration = configuration;
  }

  private FileSystem files() throws IOException {
    return folder.getFileSystem(configuration);
  }

  /** Creates missing folders, accessible only to their owner. */
  void make() throws IOException {
    FileSystem files = files();
    for (Path each : List.of(folder, new Path(folder, "_temporary"), pending)) {
      if (!files.exists(each) && !FileSystem.mkdirs(files, each, FOLDER)) {
        throw new IOException(
            "the folder " + PrintableText.oneLine(each.toString()) + " cannot be made");
      }
    }
  }

  /** Copies the letters of an attempt to the subfolder, until the job commits. */
  void upload(java.nio.file.Path spool, String name) throws IOException {
    try (OutputStream out = FileSystem.create(files(), new Path(pending, name), FILE)) {
      Files.copy(spool, out);
    }
  }

  /**
   * Moves the letters of committed attempts up. May be called again after a failure.
   *
   * @return the paths of the files
   */
  List<String> publish(List<String> names) throws IOException {
    FileSystem files = files();
    List<String> published = new ArrayList<>();
    for (String name : names) {
      Path from = new Path(pending, name);
      Path to = new Path(folder, name);
      boolean moved = files.exists(to) && !files.exists(from);
      if (!moved && !files.rename(from, to)) {
        throw new IOException(
            "the dead letters cannot be moved to " + PrintableText.oneLine(to.toString()));
      }
      published.add(to.toString());
    }
    discard();
    return published;
  }

  /** Deletes the letters of attempts that did not commit. */
  void discard() throws IOException {
    FileSystem files = files();
    files.delete(pending, true);
    Path all = pending.getParent();
    if (files.exists(all) && files.listStatus(all).length == 0) {
      files.delete(all, false);
    }
  }
}
