package dev.reprise.examples;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The files of the repository, and their code without blanks and comments. */
final class SourceCode {

  static final Path ROOT = Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

  private static final Set<String> NOT_SOURCE = Set.of("target", ".git");
  private static final Pattern COMMENT = Pattern.compile("(?m)(?<!:)//.*$");
  private static final Pattern JAVADOC = Pattern.compile("(?ms)^ */\\*\\*.*?\\*/$");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private static final Map<Path, String> BARE = new ConcurrentHashMap<>();

  private SourceCode() {}

  /** README and guide. */
  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(files(ROOT.resolve("docs/guide"), ".md"));
    pages.add(ROOT.resolve("README.md"));
    return pages;
  }

  static List<Path> files(Path folder, String ending) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
            return NOT_SOURCE.contains(visited.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(ending)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(found);
    return found;
  }

  static boolean isMain(Path file) {
    return file.toString().replace('\\', '/').contains("/src/main/");
  }

  static String uncommented(String code) {
    return COMMENT.matcher(JAVADOC.matcher(code).replaceAll("")).replaceAll("");
  }

  /** The code of a file, which is read once for all tests. */
  static String bare(Path file) throws IOException {
    String known = BARE.get(file);
    if (known == null) {
      known = bare(Files.readString(file));
      BARE.put(file, known);
    }
    return known;
  }

  static String bare(String code) {
    return BLANKS.matcher(uncommented(code)).replaceAll("");
  }
}
