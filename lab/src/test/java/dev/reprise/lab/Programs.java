package dev.reprise.lab;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds installed programs. */
final class Programs {

  private Programs() {}

  /** Returns the path of the first of these names that is on the path of the environment. */
  static Optional<String> find(List<String> names) {
    return names.stream()
        .flatMap(name -> folders().map(folder -> folder.resolve(name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  private static Stream<Path> folders() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .filter(each -> !each.isEmpty())
        .map(Path::of);
  }
}
