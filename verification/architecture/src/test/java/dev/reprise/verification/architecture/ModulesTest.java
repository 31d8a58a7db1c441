package dev.reprise.verification.architecture;

import static dev.reprise.verification.architecture.Modules.MAIN_CODE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Exports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ModulesTest {

  /** A dependency of a Maven plugin, for which the versions of a BOM do not count. */
  private static final String OF_A_PLUGIN = "reprise-rewrite";

  private static final int LINES_AT_MOST = 500;

  /** Files that contain only public API, with Javadoc for each method. */
  private static final Set<String> API =
      Set.of(
          "Backoff.java",
          "Batch.java",
          "BatchReply.java",
          "DrivenCall.java",
          "Retry.java",
          "RetryPolicy.java",
          "RetryPolicyBuilder.java",
          "RetryingHttpClient.java");

  private static final int LINES_OF_API_AT_MOST = 1_000;

  @Test
  void every_package_is_null_marked() {
    PartRules.isNullMarked(Part.of("Reprise", "dev.reprise")).check(MAIN_CODE);
  }

  @Test
  void no_internal_package_is_exported() {
    List<String> internal =
        Modules.descriptors().stream()
            .flatMap(module -> module.exports().stream())
            .map(Exports::source)
            .filter(name -> List.of(name.split("\\.")).contains("internal"))
            .toList();
    assertThat(internal).isEmpty();
  }

  @Test
  void no_file_of_main_code_is_longer_than_500_lines_or_1000_of_api() throws IOException {
    List<Path> tooLong = new ArrayList<>();
    for (Path file : Sources.ofMainCode()) {
      boolean api = API.contains(file.getFileName().toString());
      if (Sources.lines(file) > (api ? LINES_OF_API_AT_MOST : LINES_AT_MOST)) {
        tooLong.add(file);
      }
    }
    assertThat(tooLong).isEmpty();
  }

  /** Spark, Spring Boot and OpenRewrite run on the class path. */
  @Test
  void every_published_module_has_a_descriptor_except_those_of_frameworks_on_the_class_path()
      throws IOException {
    assertThat(Modules.published())
        .isNotEmpty()
        .filteredOn(module -> Modules.ON_CLASS_PATH.stream().noneMatch(module::endsWith))
        .allSatisfy(
            module -> assertThat(module.resolve("src/main/java/module-info.java")).exists());
  }

  @Test
  void the_bom_names_every_published_module_that_applications_use() throws IOException {
    String bom = Files.readString(Sources.root().resolve("bom/pom.xml"));
    for (Path module : Modules.published()) {
      String artifact = Modules.artifact(module);
      String entry = "<artifactId>" + artifact + "</artifactId>";
      assertThat(bom.contains(entry)).as(artifact).isEqualTo(!artifact.equals(OF_A_PLUGIN));
    }
  }

  @Test
  void the_pages_that_list_modules_name_every_published_module() throws IOException {
    for (String page : List.of("README.md", "docs/guide/setup.md", "docs/guide/modules.md")) {
      String text = Files.readString(Sources.root().resolve(page));
      for (Path module : Modules.published()) {
        assertThat(text).as(page).contains("`" + Modules.artifact(module) + "`");
      }
    }
  }

  @Test
  void every_module_carries_its_licence_and_the_notice() throws IOException {
    Set<String> places = Modules.places();
    assertThat(places).hasSizeGreaterThan(10);
    for (String name : List.of("LICENSE", "NOTICE")) {
      String expected = Files.readString(Sources.root().resolve(name));
      for (String place : places) {
        assertThat(Modules.read(place + "META-INF/" + name)).as(place).contains(expected);
      }
    }
  }
}
