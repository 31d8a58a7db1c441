package dev.reprise.verification.release;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The repository that a release consists of.
 *
 * @param root the folder that contains {@code dev/reprise}
 */
record Bundle(Path root) {

  /** Endings of files that stand for another file. */
  private static final Set<String> DERIVED = Set.of("md5", "sha1", "sha256", "sha512", "asc");

  /** One artifact in one version: a folder of the repository. */
  record Artifact(Path folder) {

    String id() {
      return folder.getName(folder.getNameCount() - 2).toString();
    }

    String version() {
      return folder.getFileName().toString();
    }

    /** The file with an ending such as {@code ".pom"} or {@code "-sources.jar"}. */
    Path file(String ending) {
      return folder.resolve(id() + "-" + version() + ending);
    }
  }

  /** All files of artifacts, sorted; without checksums, signatures and Maven's metadata. */
  List<Path> files() throws IOException {
    return walk(file -> !isDerived(file) && !isMetadata(file));
  }

  /** All artifacts, sorted by name. */
  List<Artifact> artifacts() throws IOException {
    return files().stream()
        .filter(file -> file.toString().endsWith(".pom"))
        .map(file -> new Artifact(requireNonNull(file.getParent())))
        .toList();
  }

  /** Removes what Maven writes in addition when it deploys: Central makes its own metadata. */
  void removeMetadata() throws IOException {
    for (Path file : walk(Bundle::isMetadata)) {
      Files.delete(file);
    }
  }

  /** The path of a file in the repository, with slashes on every platform. */
  String name(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  private List<Path> walk(Predicate<Path> accepted) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).filter(accepted).sorted().toList();
    }
  }

  private static boolean isMetadata(Path file) {
    return file.getFileName().toString().startsWith("maven-metadata");
  }

  private static boolean isDerived(Path file) {
    String name = file.getFileName().toString();
    return DERIVED.contains(name.substring(name.lastIndexOf('.') + 1));
  }
}
