package dev.reprise.verification.release;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/** The jars of our modules that this build has made. */
final class BuiltBundles {

  private BuiltBundles() {}

  /**
   * All jars on the class path; a quick build has folders of classes instead, and skips the test.
   */
  static List<Path> jars() {
    List<Path> ours =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.matches(".*[/\\\\]reprise-[^/\\\\]*\\.jar"))
            .map(Path::of)
            .toList();
    assumeFalse(ours.isEmpty(), "a quick build makes no jars");
    return ours;
  }

  static Path jar(String artifact) {
    return jars().stream()
        .filter(jar -> jar.getFileName().toString().matches(artifact + "-\\d.*"))
        .findFirst()
        .orElseThrow();
  }

  static ModuleDescriptor descriptor(Path jar) {
    return ModuleFinder.of(jar).findAll().iterator().next().descriptor();
  }

  static Attributes manifest(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.getManifest().getMainAttributes();
    } catch (IOException failure) {
      throw new IllegalStateException(jar + " cannot be read", failure);
    }
  }
}
