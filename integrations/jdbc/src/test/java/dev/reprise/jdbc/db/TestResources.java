package dev.reprise.jdbc.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;

/** Resources that are released when the process ends, in reverse order. */
final class TestResources {

  private static final ConcurrentLinkedDeque<Runnable> RESOURCES = new ConcurrentLinkedDeque<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> RESOURCES.forEach(Runnable::run)));
  }

  private TestResources() {}

  static void atExit(Runnable end) {
    RESOURCES.addFirst(end);
  }

  /** Creates a folder that is deleted at the end. */
  static Path directory(String name) {
    try {
      Path directory = Files.createTempDirectory("reprise-" + name);
      atExit(() -> delete(directory));
      return directory;
    } catch (IOException cannot) {
      throw new UncheckedIOException(cannot);
    }
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path path : tree.toList()) {
        Files.copy(path, to.resolve(from.relativize(path)));
      }
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> tree = Files.walk(directory)) {
      List<Path> leavesFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : leavesFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException left) {
      System.err.println("not deleted: " + left);
    }
  }
}
