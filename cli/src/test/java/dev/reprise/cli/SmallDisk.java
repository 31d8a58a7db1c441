package dev.reprise.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A directory on a full disk: a separate file system in memory if the test may mount one, otherwise
 * a limit on the size of files, which causes failures in the same calls.
 */
final class SmallDisk implements AutoCloseable {

  private static final int PAGE = 4096;
  private static final int PAGES = 100;

  private final Path folder;
  private final boolean mounted;

  private SmallDisk(Path folder, boolean mounted) {
    this.folder = folder;
    this.mounted = mounted;
  }

  /** Mounts a small file system on a directory. */
  static SmallDisk at(Path folder) throws IOException, InterruptedException {
    boolean mounted =
        run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.toString()) == 0;
    return new SmallDisk(folder, mounted);
  }

  /** Fills the remaining space. */
  void fill() throws IOException {
    if (mounted) {
      try (OutputStream filler = Files.newOutputStream(folder.resolve("filler"))) {
        for (int page = 0; page < PAGES; page++) {
          filler.write(new byte[PAGE]);
        }
      } catch (IOException full) {
        // Expected: the disk is full.
      }
    }
  }

  Path folder() {
    return folder;
  }

  /** The message of the operating system for a file that does not fit. */
  String reason() {
    return mounted ? "No space left on device" : "File too large";
  }

  /** Words to put before a command, for which the disk is then full. */
  List<String> limiting() {
    return mounted ? List.of() : List.of("sh", "-c", "ulimit -f 1; exec \"$0\" \"$@\"");
  }

  private static int run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException noSuchCommand) {
      return 127;
    }
  }

  @Override
  public void close() throws InterruptedException {
    if (mounted && run("umount", folder.toString()) != 0) {
      throw new IllegalStateException("cannot unmount " + folder);
    }
  }
}
