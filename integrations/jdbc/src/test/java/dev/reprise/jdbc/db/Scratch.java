package dev.reprise.jdbc.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;

/** What ends with the process: what was begun last ends first. */
final class Scratch {

  private static final ConcurrentLinkedDeque<Runnable> LEFT = new ConcurrentLinkedDeque<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> LEFT.forEach(Runnable::run)));
  }

  private Scratch() {}

  static void atExit(Runnable end) {
    LEFT.addFirst(end);
  }

  /** Makes a folder that is deleted at the end. */
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
      System.err.println("left behind: " + left);
    }
  }
}
