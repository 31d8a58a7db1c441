package dev.reprise.verification.architecture;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The source files of the main code of every module. */
final class Sources {

  private static final String MAIN = "/src/main/java/";
  private static final Set<String> NOT_SOURCE = Set.of("target", ".git", "node_modules");
  private static final Pattern NOT_CODE =
      Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"");

  private static volatile @Nullable List<Path> mainCode;

  private Sources() {}

  /** The root of the source tree: the test runs two folders below it. */
  static Path root() {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return module.getParent().getParent();
  }

  /** The files of all modules. No test of this module changes them, so they are listed once. */
  static List<Path> ofMainCode() throws IOException {
    List<Path> files = mainCode;
    if (files == null) {
      files = List.copyOf(of(root()));
      mainCode = files;
    }
    return files;
  }

  static List<Path> of(Path root) throws IOException {
    return of(root, name -> name.endsWith(".java") && name.contains(MAIN));
  }

  /**
   * The files below a folder whose {@linkplain #name name} is accepted, without those of builds.
   */
  static List<Path> of(Path root, Predicate<String> accepted) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean skipped = NOT_SOURCE.contains(String.valueOf(folder.getFileName()));
            return skipped && !name(root, folder).contains(MAIN)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (accepted.test(name(root, file))) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(files);
    return files;
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
