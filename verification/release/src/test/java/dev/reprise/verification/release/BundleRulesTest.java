package dev.reprise.verification.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule of a bundle, on a repository that breaks it. */
class BundleRulesTest {

  @TempDir Path folder;
  private SampleBundle sample;

  @BeforeEach
  void writeABundle() throws IOException {
    sample = new SampleBundle(folder);
  }

  @Test
  void a_complete_bundle_breaks_no_rule() throws IOException {
    assertThat(sample.violations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json", "-cyclonedx.xml"})
  void each_module_has_all_of_its_files(String ending) throws IOException {
    Path file = sample.artifact("reprise-core").file(ending);
    Files.delete(file);
    assertThat(sample.violations())
        .containsExactly("dev/reprise/reprise-core/1.2.3/" + file.getFileName() + " is missing");
  }

  @ParameterizedTest
  @CsvSource({
    ".jar,META-INF/LICENSE",
    "-sources.jar,META-INF/NOTICE",
    "-javadoc.jar,META-INF/LICENSE"
  })
  void each_jar_contains_licence_and_notice(String ending, String entry) throws IOException {
    Path jar = sample.artifact("reprise-batch").file(ending);
    SampleBundle.jar(jar, Map.of(entry, ""));
    assertThat(sample.violations())
        .containsExactly(
            "dev/reprise/reprise-batch/1.2.3/"
                + (jar.getFileName() + " does not contain ")
                + entry);
  }

  @Test
  void the_licence_in_a_jar_is_that_of_the_project() throws IOException {
    Path jar = sample.artifact("reprise-batch").file(".jar");
    SampleBundle.jar(jar, Map.of("META-INF/LICENSE", "another licence"));
    assertThat(sample.violations()).singleElement().asString().contains("\"Apache License\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reprise-cli", "reprise-testbed-faulty-tcp", "reprise-parent"})
  void modules_that_are_not_for_users_are_refused(String name) throws IOException {
    sample.module(name, "");
    assertThat(sample.violations()).containsExactly(name + " is not for users");
  }

  @Test
  void a_bundle_has_the_bom_and_nothing_that_no_artifact_needs() throws IOException {
    Path bom = sample.artifact("reprise-bom").folder();
    Files.delete(sample.artifact("reprise-bom").file(".pom"));
    assertThat(sample.violations())
        .containsExactly(
            "reprise-bom is missing",
            "dev/reprise/reprise-bom/1.2.3/reprise-bom-1.2.3-cyclonedx.json does not belong to the bundle",
            "dev/reprise/reprise-bom/1.2.3/reprise-bom-1.2.3-cyclonedx.xml does not belong to the bundle");
    assertThat(bom).exists();
  }

  /** What Maven Central asks for, and what the project does not invent. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<name>A name</name>||has no name",
        "<description>A description.</description>||has no description",
        "<url>https://licence.test</url>||has no licenses/license/url",
        "<url>https://host.test/reprise</url>||url is",
        "host.test/reprise.git</connection>|other.test</connection>|scm/connection is",
        "The Reprise authors|A. Person|developers/developer/name is",
        "<developer><name>|<developer><email>a@host.test</email><name>|contains <email>",
        "</project>|<organization/></project>|contains <organization>",
        "</project>|<parent/></project>|contains <parent>",
        "</project>|<build/></project>|contains <build>",
        "</project>|<repositories/></project>|contains <repositories>",
        "A description.|${project.name}|contains \"${\"",
        "A description.|0.2.0-SNAPSHOT|contains \"SNAPSHOT\"",
        "A description.|https://reprise.example.org|contains \"example.\""
      })
  void a_pom_breaks_a_rule(String text, String replacement, String violation) throws IOException {
    sample.replace("reprise-core", text, replacement == null ? "" : replacement);
    assertThat(sample.violations())
        .singleElement()
        .asString()
        .startsWith("reprise-core.pom " + violation);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reprise-core||depends on reprise-core without a version",
        "reprise-core|<version>1</version><scope>test</scope>|depends on reprise-core for tests",
        "reprise-cli|<version>1</version>|depends on reprise-cli, which is not in the bundle"
      })
  void a_dependency_breaks_a_rule(String name, String more, String violation) throws IOException {
    sample.module("reprise-jdbc", SampleBundle.dependency(name, more == null ? "" : more));
    assertThat(sample.violations()).containsExactly("reprise-jdbc.pom " + violation);
  }
}
