package dev.reprise.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Contender;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioFileTest {

  @Test
  void reads_every_key_of_a_file() {
    ScenarioFile file =
        ScenarioFile.parse(
            "f.yaml",
            """
            scenario: outage-hang
            name: mine
            summary: A summary
            parameters:
              queue: 500
              timeout: 2s
              drop-abandoned: true
            sweep:
              rate: [700, 900.5]
              processes: 10..30:3
            contenders:
              - label: one
                policy: maxAttempts=3 within=unlimited backoff=fixed(1s)
                budget: bucket(500, 5)
              - {label: two, policy: maxAttempts=1}
              - label: standard
            seeds: 12
            seed: -7
            """);
    assertThat(file.scenario().name()).isEqualTo("mine");
    assertThat(file.scenario().summary()).isEqualTo("A summary");
    assertThat(file.scenario().settings().texts())
        .containsEntry("queue", "500")
        .containsEntry("timeout", "2s")
        .containsEntry("drop-abandoned", "true")
        .containsEntry("workers", "100");
    assertThat(file.sweeps())
        .containsExactly(
            new Sweep("rate", List.of("700", "900.5")),
            new Sweep("processes", List.of("10", "20", "30")));
    assertThat(file.scenario().contenders())
        .extracting(Contender::label, each -> each.budget().toString())
        .containsExactly(
            tuple("one", "bucket(500, 5)"),
            tuple("two", "standard"),
            tuple("standard", "standard"));
    assertThat(file.seeds()).hasValue(12);
    assertThat(file.seed()).hasValue(-7);
  }

  @Test
  void reads_json_indented_by_tabs() {
    ScenarioFile file =
        ScenarioFile.parse(
            "f.json",
            "{\n\t\"scenario\": \"aws-contention\",\n\t\"parameters\": {\"clients\": 30},\n"
                + "\t\"contenders\": [{\"label\": \"full\"}],\n\t\"seeds\": 5\n}\n");
    assertThat(file.scenario().settings().texts()).containsEntry("clients", "30");
    assertThat(file.scenario().contenders()).hasSize(1);
    assertThat(file.seeds()).hasValue(5);
    assertThat(file.seed()).isEmpty();
  }

  @Test
  void the_old_name_of_contenders_is_still_read() {
    ScenarioFile file =
        ScenarioFile.parse(
            "f", "scenario: brown-out\npolicies: [{label: a, policy: maxAttempts=2}]");
    assertThat(file.scenario().contenders()).hasSize(1);
    assertThatThrownBy(
            () ->
                ScenarioFile.parse(
                    "f",
                    "scenario: brown-out\n"
                        + "contenders: [{label: a, policy: maxAttempts=2}]\n"
                        + "policies: [{label: a, policy: maxAttempts=2}]"))
        .hasMessageContaining("f:3: contenders is given twice; an old name of it counts too");
  }

  @Test
  void a_kind_has_no_contenders_of_its_own() {
    ScenarioFile file =
        ScenarioFile.parse("f", "kind: row\ncontenders: [{label: a, policy: maxAttempts=2}]");
    assertThat(file.scenario().name()).isEqualTo("row");
    assertThatThrownBy(() -> ScenarioFile.parse("f", "kind: row"))
        .hasMessage("f:1: no contenders; list some under contenders");
  }

  @Test
  void a_file_with_only_a_scenario_is_that_scenario() {
    assertThat(ScenarioFile.parse("f", "scenario: brown-out").scenario())
        .usingRecursiveComparison()
        .ignoringFields("contenders", "settings")
        .isEqualTo(Scenarios.named("brown-out"));
  }

  @Test
  void reports_all_errors_with_their_lines() {
    String text =
        """
        scenario: outage-hang
        summry: typo
        parameters:
          rat: 700
          queue: many
          timeout: [1s, 2s]
        sweep:
          rate: [700, x]
        contenders:
          - label: one
            policy: maxAttempts=0
          - policy: maxAttempts=1
          - label: none of them
          - label: standard
            colour: red
        seeds: 0
        seed: one
        """;
    assertThatThrownBy(() -> ScenarioFile.parse("f.yaml", text))
        .isInstanceOf(ScenarioFileException.class)
        .satisfies(
            thrown ->
                assertThat(thrown.getMessage().lines().filter(line -> line.startsWith("f.yaml:")))
                    .satisfiesExactlyInAnyOrder(
                        line ->
                            assertThat(line).startsWith("f.yaml:2: there is no key summry; did"),
                        line ->
                            assertThat(line)
                                .startsWith(
                                    "f.yaml:4: there is no parameter rat; did you mean rate? There"
                                        + " are rate, processes"),
                        line ->
                            assertThat(line)
                                .startsWith(
                                    "f.yaml:5: queue must be a whole number from 0 to 10000000, but"
                                        + " was many"),
                        line ->
                            assertThat(line)
                                .startsWith(
                                    "f.yaml:6: timeout must be one value, but is a list; write"
                                        + " several values under sweep"),
                        line -> assertThat(line).startsWith("f.yaml:8: rate must be a number"),
                        line ->
                            assertThat(line)
                                .startsWith(
                                    "f.yaml:11: one: maxAttempts must be at least 1, but was 0"),
                        line -> assertThat(line).startsWith("f.yaml:12: a contender has a label"),
                        line ->
                            assertThat(line)
                                .startsWith(
                                    "f.yaml:13: none of them has no policy, and there is no label"
                                        + " none of them; "),
                        line ->
                            assertThat(line)
                                .startsWith(
                                    "f.yaml:15: there is no key colour; there are label, policy,"
                                        + " budget"),
                        line ->
                            assertThat(line)
                                .startsWith(
                                    "f.yaml:16: seeds must be a whole number from 1 to 1000000, but"
                                        + " was 0"),
                        line ->
                            assertThat(line)
                                .startsWith(
                                    "f.yaml:17: seed must be a whole number, but was one")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1, 2] | f:1: a scenario is a mapping of scenario, kind, name",
        "just words | f:1: a scenario is a mapping of",
        "name: x | f:1: a file must name either a scenario or a kind",
        "{scenario: brown-out, kind: row} | f:1: a file must name either a scenario or a kind",
        "scenario: brown-ot | f:1: there is no scenario brown-ot; did you mean brown-out?",
        "kind: rwo | f:1: there is no kind rwo; did you mean row?",
        "scenario: | f:1: scenario must be one value, but is empty",
        "scenario: {a: b} | f:1: scenario must be one value, but is a mapping",
        "{scenario: brown-out, parameters: 3} | f:1: parameters must be a mapping of",
        "{scenario: brown-out, sweep: [rate]} | f:1: sweep must be a mapping of",
        "{scenario: brown-out, sweep: {rate: []}} | f:1: rate has no values",
        "{scenario: brown-out, contenders: {a: b}} | f:1: contenders must be a list of",
        "{scenario: brown-out, contenders: [a]} | f:1: a contender is a mapping of label, policy,"
            + " budget",
        "{scenario: brown-out, contenders: []} | f:1: no contenders",
        "{scenario: brown-out, contenders: [{label: '<b>', policy: maxAttempts=1}]} | f:1: a label"
            + " must",
        "{scenario: brown-out, contenders: [{label: a, policy: maxAttempts=1, budget: much}]} | f:1:"
            + " a: ",
        "{scenario: brown-out, contenders: [{label: no-retry}, {label: no-retry}]} | f:1: the label"
            + " no-r",
      })
  void refuses(String text, String message) {
    assertThatThrownBy(() -> ScenarioFile.parse("f", text))
        .isInstanceOf(ScenarioFileException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void the_example_is_valid() throws Exception {
    Path example = Path.of("..", "examples", "scenarios", "checkout-outage.yaml");
    ScenarioFile file = ScenarioFile.read(example);
    assertThat(file.scenario().name()).isEqualTo("checkout-outage");
    assertThat(file.scenario().contenders()).hasSize(3);
    assertThat(file.sweeps()).containsExactly(new Sweep("rate", List.of("250", "400")));
  }

  @Test
  void six_mistakes_are_reported_at_once() {
    String text =
        """
        scenario: outage-hnag
        parameters:
          rat: 3
          queue: x
        sweep:
          timeout: [1s, fast]
        contenders:
          - label: "?"
            policy: maxAttempts=0
            budget: bucket(1)
        seeds: 0
        """;
    assertThatThrownBy(() -> ScenarioFile.parse("a.yaml", text))
        .hasMessageContaining(
            "a.yaml:1: there is no scenario outage-hnag; did you mean outage-hang")
        .hasMessageContaining("a.yaml:3: there is no parameter rat; did you mean rate")
        .hasMessageContaining("a.yaml:4: queue must be a whole number")
        .hasMessageContaining("a.yaml:6: timeout must be a duration")
        .hasMessageContaining("a.yaml:8: a label must be letters")
        .hasMessageContaining("a.yaml:9: ?: maxAttempts must be at least 1")
        .hasMessageContaining("a.yaml:10: ?: ")
        .hasMessageContaining("a.yaml:11: seeds must be a whole number from 1 to 1000000");
  }

  @Test
  void contenders_are_checked_although_the_scenario_is_unknown() {
    String text =
        """
        scenario: x
        contenders:
          - label: ours
            policy: maxAttempts=0
        """;
    assertThatThrownBy(() -> ScenarioFile.parse("a.yaml", text))
        .hasMessageContaining("a.yaml:1: there is no scenario x")
        .hasMessageContaining("a.yaml:4: ours: maxAttempts must be at least 1, but was 0");
  }
}
