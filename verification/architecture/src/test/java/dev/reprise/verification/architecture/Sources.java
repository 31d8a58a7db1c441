package dev.reprise.verification.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The source files of the main code of every module. */
final class Sources {

  private static final String MAIN = "/src/main/java/";
  private static final Pattern NOT_CODE =
      Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"");

  private Sources() {}

  /** The top of the source tree: the test runs two folders below it. */
  static Path root() {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return module.getParent().getParent();
  }

  static List<Path> ofMainCode() throws IOException {
    return of(root());
  }

  static List<Path> of(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> name(root, file).contains(MAIN))
          .filter(file -> !name(root, file).contains("/target/"))
          .sorted()
          .toList();
    }
  }

  /** The file's text without its comments and strings. */
  static String code(Path file) throws IOException {
    return NOT_CODE.matcher(Files.readString(file)).replaceAll(" ");
  }

  static long lines(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    }
  }

  /** The path of a file as the build names it: from the root, with slashes. */
  static String name(Path root, Path file) {
    return "/" + root.relativize(file).toString().replace('\\', '/');
  }
}
