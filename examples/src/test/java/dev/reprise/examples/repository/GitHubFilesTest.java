package dev.reprise.examples.repository;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Workflows and forms fit schemas that are stricter than those of GitHub. The workflows are not
 * run.
 */
class GitHubFilesTest {

  private static final String WORKFLOWS = ".github/workflows";
  private static final String FORMS = ".github/ISSUE_TEMPLATE";
  private static final String WORKFLOW = "/github/workflow.schema.json";
  private static final String FORM = "/github/issue-form.schema.json";

  @Test
  void workflows_are_valid_read_only_by_default_and_limited_in_time() throws IOException {
    assertThat(RepositoryFile.in(WORKFLOWS))
        .hasSize(4)
        .allSatisfy(file -> assertThat(file.mistakes(WORKFLOW)).as(file.name()).isEmpty());
  }

  @Test
  void forms_for_issues_are_valid() throws IOException {
    List<RepositoryFile> forms = new ArrayList<>(RepositoryFile.in(FORMS));
    assertThat(forms.removeIf(file -> file.name().equals("config.yml"))).isTrue();
    assertThat(forms)
        .hasSize(3)
        .allSatisfy(file -> assertThat(file.mistakes(FORM)).as(file.name()).isEmpty())
        .allSatisfy(file -> assertThat(texts(file, "/id")).doesNotHaveDuplicates())
        .allSatisfy(file -> assertThat(texts(file, "/attributes/label")).doesNotHaveDuplicates());
  }

  private static List<String> texts(RepositoryFile form, String place) {
    List<String> texts = new ArrayList<>();
    for (JsonNode element : form.content().get("body")) {
      if (!element.at(place).isMissingNode()) {
        texts.add(element.at(place).asText());
      }
    }
    return texts;
  }

  @Test
  void settings_of_issues_and_updates_are_valid() throws IOException {
    assertThat(
            RepositoryFile.of(FORMS + "/config.yml").mistakes("/github/issue-config.schema.json"))
        .isEmpty();
    assertThat(
            RepositoryFile.of(".github/dependabot.yml").mistakes("/github/dependabot.schema.json"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "timeout-minutes: 60 | timeout-minute: 60",
        "runs-on: ubuntu-24.04 | run-on: ubuntu-24.04",
        "contents: read | contents: write",
        "@3d3c42e5aac5ba805825da76410c181273ba90b1 | @v7",
        "steps: | step:",
        "shell: bash | shell: fish",
        "run: ./mvnw | runs: ./mvnw",
        "fail-fast: false | fail-fast: maybe",
        "workflow_dispatch: | workflow_dispach:",
        "matrix: | matrices:",
      })
  void a_planted_mistake_in_a_workflow_is_found(String part, String mistake) throws IOException {
    RepositoryFile broken = RepositoryFile.of(WORKFLOWS + "/build.yml").with(part, mistake);
    assertThat(broken.mistakes(WORKFLOW)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: input | type: inputs",
        "label: Policy | labels: Policy",
        "required: true | required: sometimes",
        "id: version | id: the version",
        "description: Something | descriptions: Something",
        "render: text | rendered: text",
        "value: Please | text: Please",
      })
  void a_planted_mistake_in_a_form_is_found(String part, String mistake) throws IOException {
    RepositoryFile broken = RepositoryFile.of(FORMS + "/bug.yml").with(part, mistake);
    assertThat(broken.mistakes(FORM)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "version: 2 | version: 1",
        "interval: monthly | interval: hourly",
        "package-ecosystem: maven | package-ecosystem: mavn",
        "directory: / | folder: /",
      })
  void a_planted_mistake_in_the_updates_is_found(String part, String mistake) throws IOException {
    RepositoryFile broken = RepositoryFile.of(".github/dependabot.yml").with(part, mistake);
    assertThat(broken.mistakes("/github/dependabot.schema.json")).isNotEmpty();
  }

  @Test
  void each_pinned_action_names_its_version() throws IOException {
    for (RepositoryFile file : RepositoryFile.in(WORKFLOWS)) {
      assertThat(file.text().lines().filter(line -> line.contains("uses:")))
          .as(file.name())
          .isNotEmpty()
          .allMatch(line -> line.matches(".*@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
    }
  }

  @Test
  void the_modules_that_other_systems_test_exist() throws IOException {
    JsonNode build = RepositoryFile.of(WORKFLOWS + "/build.yml").content();
    String modules = build.at("/jobs/other-systems/env/MODULES").asText();
    assertThat(Arrays.asList(modules.trim().split(",", -1)))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            module ->
                assertThat(RepositoryFile.root().resolve(module).resolve("pom.xml")).exists());
  }

  @Test
  void the_files_that_the_forms_and_the_template_name_exist() throws IOException {
    List<RepositoryFile> files = new ArrayList<>(RepositoryFile.in(FORMS));
    files.add(RepositoryFile.of(".github/PULL_REQUEST_TEMPLATE.md"));
    int named = 0;
    for (RepositoryFile file : files) {
      for (String word : file.text().split("[\\s`(),]+", -1)) {
        if (word.endsWith(".md")) {
          assertThat(Files.exists(RepositoryFile.root().resolve(word))).as(word).isTrue();
          named++;
        }
      }
    }
    assertThat(named).isGreaterThan(5);
  }
}
