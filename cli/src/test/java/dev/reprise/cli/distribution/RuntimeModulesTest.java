package dev.reprise.cli.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of modules in the runtime of a distribution, compared with what {@code jdeps} finds. */
@Tag("proof")
class RuntimeModulesTest {

  /** Modules that code names only as text, with the reasons in the list. */
  private static final Set<String> NOT_FOUND =
      Set.of("jdk.charsets", "jdk.crypto.ec", "jdk.unsupported");

  @TempDir private Path folder;

  @Test
  void the_list_has_the_modules_that_the_classes_use() throws Exception {
    // In one folder, without their descriptors: jdeps would want the modules of all libraries.
    try (Stream<Path> jars = Files.list(UnpackedDistribution.jars().resolve("lib"))) {
      for (Path jar : jars.toList()) {
        unpack(jar);
      }
    }
    try (Stream<Path> jars = Files.list(UnpackedDistribution.jars())) {
      for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
        unpack(jar);
      }
    }
    StringWriter found = new StringWriter();
    StringWriter errors = new StringWriter();
    int code =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(
                new PrintWriter(found),
                new PrintWriter(errors),
                "--ignore-missing-deps",
                "--print-module-deps",
                folder.toString());
    assertThat(code).as(errors.toString()).isZero();
    Set<String> expected = new TreeSet<>(List.of(found.toString().strip().split(",")));
    expected.remove("java.base");
    expected.addAll(NOT_FOUND);
    assertThat(listed()).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<String> listed() throws IOException {
    List<String> modules = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("distribution", "modules"))) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        String[] words = line.split(" +", 2);
        assertThat(words).as("a module and its reason").hasSize(2);
        modules.add(words[0]);
      }
    }
    return modules;
  }

  private void unpack(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().map(each -> (ZipEntry) each).toList()) {
        String name = entry.getName();
        if (name.endsWith(".class") && !name.startsWith("META-INF") && !name.contains("-info.")) {
          Path to = folder.resolve(name);
          Files.createDirectories(to.getParent());
          try (InputStream in = zip.getInputStream(entry)) {
            Files.write(to, in.readAllBytes());
          }
        }
      }
    }
  }
}
