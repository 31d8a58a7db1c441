package dev.reprise.spark.internal.deadletter;

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
 * The folder of a job's dead letters, on any file system that Hadoop supports. Until the job
 * commits, the files of task attempts are in a subfolder. Then the files of committed attempts are
 * moved to the folder itself.
 */
public final class DeadLetterFolder {

  private static final FsPermission FILE = new FsPermission("600");
  private static final FsPermission FOLDER = new FsPermission("700");

  private final Path folder;
  private final Path pending;
  private final Configuration configuration;

  public DeadLetterFolder(String folder, String queryId, Configuration configuration) {
    this.folder = new Path(folder);
    this.pending = new Path(new Path(this.folder, "_temporary"), queryId);
    this.configuration = configuration;
  }

  private FileSystem files() throws IOException {
    return folder.getFileSystem(configuration);
  }

  /** Creates missing folders, accessible only to their owner. */
  public void create() throws IOException {
    FileSystem files = files();
    for (Path each : List.of(folder, new Path(folder, "_temporary"), pending)) {
      if (!files.exists(each) && !FileSystem.mkdirs(files, each, FOLDER)) {
        throw new IOException(
            "the folder " + PrintableText.oneLine(each.toString()) + " cannot be created");
      }
    }
  }

  /** Copies the file of an attempt to the subfolder. */
  public void upload(java.nio.file.Path spool, String name) throws IOException {
    try (OutputStream out = FileSystem.create(files(), new Path(pending, name), FILE)) {
      Files.copy(spool, out);
    }
  }

  /**
   * Moves the files of committed attempts to the folder. Can be repeated after a failure.
   *
   * @return the paths of the files
   */
  public List<String> publish(List<String> names) throws IOException {
    FileSystem files = files();
    List<String> published = new ArrayList<>();
    for (String name : names) {
      Path from = new Path(pending, name);
      Path to = new Path(folder, name);
      boolean moved = files.exists(to) && !files.exists(from);
      if (!moved && !files.rename(from, to)) {
        throw new IOException(
            "cannot move dead letters to " + PrintableText.oneLine(to.toString()));
      }
      published.add(to.toString());
    }
    deletePending();
    return published;
  }

  /** Deletes the files of attempts that did not commit. */
  private void deletePending() throws IOException {
    FileSystem files = files();
    files.delete(pending, true);
    Path all = pending.getParent();
    if (files.exists(all) && files.listStatus(all).length == 0) {
      files.delete(all, false);
    }
  }
}
