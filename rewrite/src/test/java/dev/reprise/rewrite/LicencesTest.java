package dev.reprise.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;

/** OpenRewrite has modules under a licence that forbids our use; its manifests name the licence. */
class LicencesTest {

  /** The licence of each artifact of the makers of OpenRewrite on the class path, by file name. */
  private static Map<String, String> licences() throws IOException {
    Map<String, String> licences = new TreeMap<>();
    for (Path entry : Compiler.classPath().toList()) {
      String path = entry.toString().replace('\\', '/');
      boolean theirs = path.contains("/org/openrewrite/") || path.contains("/io/moderne/");
      if (theirs && path.endsWith(".jar")) {
        try (JarFile jar = new JarFile(entry.toFile())) {
          Manifest manifest = jar.getManifest();
          licences.put(
              entry.getFileName().toString(),
              String.valueOf(manifest.getMainAttributes().getValue("License-Name")));
        }
      }
    }
    return licences;
  }

  @Test
  void every_artifact_of_openrewrite_has_the_apache_licence() throws IOException {
    assertThat(licences()).hasSizeGreaterThan(8);
    assertThat(licences().values()).containsOnly("Apache License Version 2.0");
  }

  @Test
  void the_recipes_use_only_known_modules_of_openrewrite() throws IOException {
    assertThat(licences().keySet())
        .allMatch(
            jar ->
                jar.matches(
                    "(rewrite-(core|java|java-17|java-lombok|properties|test|xml|yaml)"
                        + "|jgit|java-object-diff|jsonrpc)-[0-9.]+\\.jar"));
  }
}
