package dev.reprise.verification.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bundle that {@code build/release} makes of a few modules, as a repository for a new project.
 */
@Tag("proof")
class ReleasedBundleTest {

  private static final String VERSION = "0.0.1-proof";
  private static final String URL = "https://host.test/reprise";
  private static final String SCM = "https://host.test/reprise.git";

  @TempDir static Path folder;
  private static Path repository;

  @BeforeAll
  static void buildABundleOfAFewModules() throws Exception {
    Path out = folder.resolve("out");
    Command release =
        Command.run(
            Command.root(),
            Map.of(),
            List.of(
                "build/release",
                VERSION,
                "--url",
                URL,
                "--scm",
                SCM,
                "--modules",
                "core,testing,integrations/jdk-http",
                "--uncommitted",
                "--out",
                out.toString()));
    assertThat(release.code()).as(release.output()).isZero();
    repository = folder.resolve("a repository");
    unzip(out.resolve("reprise-" + VERSION + "-bundle.zip"), repository);
  }

  @Test
  void a_new_project_runs_on_class_path_and_module_path() throws Exception {
    Path project = copyOfNewProject();
    Path local = folder.resolve("local");
    Command build =
        Command.maven(
            project,
            local,
            List.of(
                "-Dreprise.repository=" + repository.toUri(),
                "-Dreprise.version=" + VERSION,
                "package"));
    assertThat(build.code()).as(build.output()).isZero();
    assertThat(build.output()).contains("Tests run: 1, Failures: 0");
    assertThat(local.resolve("dev/reprise/reprise-core/" + VERSION + "/_remote.repositories"))
        .content()
        .contains("reprise-core-" + VERSION + ".jar>reprise-bundle=");
    String answers = "a price at attempt 3\n200 request 3\n";
    Command onClassPath =
        Command.java(project, "-cp", "target/shop-1.jar:target/lib/*", "shop.Main");
    assertThat(onClassPath.output()).startsWith(answers + "unnamed module");
    Command onModulePath =
        Command.java(project, "-p", "target/shop-1.jar:target/lib", "-m", "shop/shop.Main");
    assertThat(onModulePath.output()).isEqualTo(answers + "module dev.reprise\n");
  }

  @Test
  void each_file_of_the_bundle_has_checksums_and_with_a_key_a_signature() throws Exception {
    Path home = Files.createDirectories(folder.resolve("gpg"));
    Map<String, String> gpg = Map.of("GNUPGHOME", home.toString());
    String parameters =
        "%no-protection\nKey-Type: eddsa\nKey-Curve: ed25519\nName-Real: throw-away\n%commit\n";
    Path key = Files.writeString(folder.resolve("key"), parameters);
    Command created =
        Command.run(folder, gpg, List.of("gpg", "--batch", "--generate-key", key.toString()));
    assertThat(created.code()).as(created.output()).isZero();
    Path signed = folder.resolve("signed.zip");
    Command finish =
        Command.run(
            folder,
            gpg,
            List.of(
                Command.jdk().resolve("bin/java").toString(),
                "-cp",
                folder.resolve("out/tool").toString(),
                "dev.reprise.verification.release.Main",
                "finish",
                repository.toString(),
                signed.toString(),
                URL,
                SCM,
                "throw-away"));
    assertThat(finish.code()).as(finish.output()).isZero();
    Command.run(folder, gpg, List.of("gpgconf", "--kill", "all"));
    assertEachFileHasItsChecksumsAndSignature(signed);
  }

  @Test
  void the_sbom_of_the_bom_lists_all_modules_with_their_licence() throws Exception {
    String sbom =
        Files.readString(
            repository.resolve(
                "dev/reprise/reprise-bom/0.0.1-proof/reprise-bom-0.0.1-proof-cyclonedx.json"));
    for (String name : List.of("reprise-core", "reprise-testing", "reprise-jdk-http")) {
      assertThat(sbom).contains("\"pkg:maven/dev.reprise/" + name + "@0.0.1-proof?type=jar\"");
    }
    assertThat(sbom).contains("\"Apache-2.0\"").doesNotContain("reprise-parent", "serialNumber");
  }

  private static void assertEachFileHasItsChecksumsAndSignature(Path bundle) throws IOException {
    try (ZipFile zip = new ZipFile(bundle.toFile())) {
      List<String> names = zip.stream().map(ZipEntry::getName).toList();
      List<String> files =
          names.stream().filter(name -> name.matches(".*\\.(jar|pom|xml|json)")).toList();
      assertThat(files).hasSize(4 * 6 + 3);
      for (String file : files) {
        for (String ending : List.of("md5", "sha1", "sha256", "sha512", "asc")) {
          assertThat(names).contains(file + "." + ending);
        }
      }
      assertThat(names).hasSize(files.size() * 6);
    }
  }

  private static Path copyOfNewProject() throws IOException {
    Path from = Command.root().resolve("examples/new-project");
    Path project = folder.resolve("new project");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = project.resolve(from.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    return project;
  }

  private static void unzip(Path archive, Path target) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        Path file = target.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
          zip.getInputStream(entry).transferTo(out);
        }
      }
    }
  }
}
