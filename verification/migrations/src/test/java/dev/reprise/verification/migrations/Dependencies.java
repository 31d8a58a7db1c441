package dev.reprise.verification.migrations;

import dev.reprise.Retry;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entries of the class path of this test that a project may use: not those of Reprise and of
 * the other libraries that its {@code pom.xml} does not name.
 *
 * @param visible the entries that it may use
 * @param hidden the others
 */
record Dependencies(List<Path> visible, List<Path> hidden) {

  /** The text by which a path is one of a library, with the group of the library. */
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "failsafe", "dev.failsafe",
          "resilience4j", "io.github.resilience4j",
          "spring-retry", "org.springframework.retry");

  /** Those of a project. */
  static Dependencies of(String pom) {
    List<Path> all = classPath();
    return new Dependencies(
        all.stream().filter(it -> isNamed(it, pom)).toList(),
        all.stream().filter(it -> !isNamed(it, pom)).toList());
  }

  private static boolean isNamed(Path entry, String pom) {
    if (isOurs(entry)) {
      boolean starter = pom.contains("<artifactId>reprise-spring-boot-starter</artifactId>");
      boolean core = pom.contains("<artifactId>reprise-core</artifactId>");
      return starter || (core && entry.equals(placeOf(Retry.class)));
    }
    return LIBRARIES.entrySet().stream()
        .filter(it -> entry.getFileName().toString().startsWith(it.getKey()))
        .allMatch(it -> pom.contains("<groupId>" + it.getValue() + "</groupId>"));
  }

  private static boolean isOurs(Path entry) {
    return entry.toString().contains(File.separator + "target" + File.separator)
        || entry.getFileName().toString().startsWith("reprise-");
  }

  private static List<Path> classPath() {
    String paths =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(paths.split(File.pathSeparator))
        .map(Path::of)
        .filter(Files::exists)
        .toList();
  }

  private static @Nullable Path placeOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null ? null : Path.of(URI.create(source.getLocation().toString()));
  }

  /** A loader that has what another one has, but for the hidden entries. */
  ClassLoader loader(ClassLoader all) {
    return new ClassLoader(all) {
      @Override
      protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> type = super.loadClass(name, resolve);
        Path place = placeOf(type);
        if (place != null && hidden.contains(place)) {
          throw new ClassNotFoundException(name + " is not in a dependency of the project");
        }
        return type;
      }

      @Override
      public @Nullable URL getResource(String name) {
        URL found = super.getResource(name);
        return found == null || isHidden(found) ? null : found;
      }

      @Override
      public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> found = Collections.list(super.getResources(name));
        found.removeIf(Dependencies.this::isHidden);
        return Collections.enumeration(found);
      }
    };
  }

  private boolean isHidden(URL resource) {
    return hidden.stream().anyMatch(it -> resource.getPath().contains(it.toUri().getRawPath()));
  }
}
