package dev.reprise.verification.concurrency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders of the source tree and of the build. */
final class SourceTree {

  private SourceTree() {}

  /** The root of the source tree: the module is two folders below it. */
  static Path root() {
    return module().getParent().getParent();
  }

  private static Path module() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  }

  /** An empty folder in the build's output. */
  static Path emptyFolder(String name) throws IOException {
    Path folder =
        Path.of(System.getProperty("concurrency.output", module() + "/target")).resolve(name);
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        for (Path file : deepestFirst) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(folder);
  }
}
