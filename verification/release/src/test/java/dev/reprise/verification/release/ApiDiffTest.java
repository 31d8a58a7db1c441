package dev.reprise.verification.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The profile that compares the API with a release, on a small module with planted changes. */
@Tag("proof")
class ApiDiffTest {

  private static final Map<String, String> RELEASED =
      Map.of(
          "Api",
          "package dev.reprise.planted; public class Api { public void kept() {} public void removed() {} }",
          "Hidden",
          "package dev.reprise.planted.internal; public class Hidden { public void removed() {} }",
          "Deep",
          "package dev.reprise.planted.internal.deep; public class Deep { public void removed() {} }");

  @TempDir Path folder;
  private Path project;
  private Path repository;

  @BeforeEach
  void releaseTheModule() throws IOException {
    repository = folder.resolve("repository");
    Path version = Files.createDirectories(repository.resolve("dev/reprise/reprise-planted/0.0.1"));
    String pom = pom("0.0.1", "");
    Files.writeString(version.resolve("reprise-planted-0.0.1.pom"), pom);
    pack(compile(RELEASED), version.resolve("reprise-planted-0.0.1.jar"));
    project = Files.createDirectories(folder.resolve("project"));
    Path parent = project.relativize(Command.root().resolve("build/pom.xml"));
    Files.writeString(
        project.resolve("pom.xml"),
        pom(
            "0.0.2",
            "<parent><groupId>dev.reprise</groupId><artifactId>reprise-build</artifactId>"
                + ("<version>" + version() + "</version><relativePath>" + parent)
                + "</relativePath></parent>"));
  }

  @Test
  void a_removed_public_method_fails() throws Exception {
    Command diff = diffAfterRemovalIn("Api");
    assertThat(diff.code()).as(diff.output()).isNotZero();
    assertThat(diff.output()).contains("dev.reprise.planted.Api.removed()", "METHOD_REMOVED");
  }

  @Test
  void a_removal_in_internal_packages_passes() throws Exception {
    Command diff = diffAfterRemovalIn("Hidden", "Deep");
    assertThat(diff.code()).as(diff.output()).isZero();
    assertThat(diff.output()).contains("japicmp");
  }

  private Command diffAfterRemovalIn(String... names) throws Exception {
    Map<String, String> changed = new TreeMap<>(RELEASED);
    for (String name : names) {
      changed.computeIfPresent(name, (same, text) -> text.replace("public void removed() {}", ""));
    }
    for (Map.Entry<String, String> each : changed.entrySet()) {
      write(project.resolve("src/main/java"), each.getKey(), each.getValue());
    }
    return Command.maven(
        project,
        folder.resolve("local"),
        List.of(
            "-Dquick",
            "-Dmaven.test.skip=true",
            "-Dapi.baseline=0.0.1",
            "-Dapi.repository=" + repository.toUri(),
            "verify"));
  }

  private Path compile(Map<String, String> sources) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    for (Map.Entry<String, String> each : sources.entrySet()) {
      Path file = write(folder.resolve("sources"), each.getKey(), each.getValue());
      String[] arguments = {"--release", "17", "-d", classes.toString(), file.toString()};
      assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
    }
    return classes;
  }

  private static Path write(Path root, String name, String source) throws IOException {
    String packageName = source.substring("package ".length(), source.indexOf(';'));
    Path file = root.resolve(packageName.replace('.', '/')).resolve(name + ".java");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, source);
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, entries);
      }
    }
  }

  /** The version of this build. */
  private static String version() throws IOException {
    return Pom.read(Command.root().resolve("build/pom.xml")).text("version");
  }

  private static String pom(String version, String parent) {
    return """
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      %s
      <groupId>dev.reprise</groupId>
      <artifactId>reprise-planted</artifactId>
      <version>%s</version>
      <properties>
        <unpublished>false</unpublished>
      </properties>
    </project>
    """
        .formatted(parent, version);
  }
}
