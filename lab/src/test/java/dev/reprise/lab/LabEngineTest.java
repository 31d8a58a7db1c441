package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.paper.PaperExperiment;
import dev.reprise.simulator.paper.Papers;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabEngineTest {

  private static final String SMALL =
      """
      scenario=outage-hang
      rate=70
      workers=10
      queue=1000
      watch=60s
      runs=3
      seed=5
      contender=no-retry
      contender=mine: maxAttempts=3 backoff=none; budget=unlimited
      """;

  private final LabEngine engine = new LabEngine();

  @Test
  void a_run_has_the_figures_and_series_of_the_model() {
    engine.prepare(SMALL);
    engine.run(0, 0);
    long events = engine.run(0, 1);
    double[] numbers = engine.numbers(0, 1);
    Scenario scenario = LabRequest.parse(SMALL).scenario();
    Run run = scenario.model().run(scenario.contenders().get(0), new Seed(5, 1), true);
    assertThat(events).isEqualTo(run.events());
    assertThat(numbers[0]).isEqualTo(run.values().length);
    assertThat(Arrays.copyOfRange(numbers, 1, 1 + run.values().length))
        .containsExactly(run.values());
    int at = 1 + run.values().length;
    assertThat(numbers[at++]).isEqualTo(run.series().size());
    double[] first = run.series().get(0).values();
    assertThat(numbers[at++]).isEqualTo(first.length);
    assertThat(Arrays.copyOfRange(numbers, at, at + first.length)).containsExactly(first);
  }

  @Test
  void a_plan_has_the_contenders_the_capacity_and_the_fault() {
    assertThat(engine.prepare(SMALL))
        .contains("\"scenario\":\"outage-hang\"", "\"runs\":3", "\"seed\":\"5\"")
        .contains("\"label\":\"no-retry\"", "\"label\":\"mine\"")
        .contains("\"events\":", "\"capacity\":100.0", "\"fault\":[60.0,120.0]");
    assertThat(engine.prepare("scenario=outage-hang\nfault=none")).doesNotContain("\"fault\":[");
  }

  @Test
  void bands_are_the_mean_and_the_interval_of_its_confidence() {
    engine.prepare(SMALL);
    engine.run(0, 0);
    engine.run(0, 1);
    double[] one = engine.numbers(0, 0);
    double[] two = engine.numbers(0, 1);
    double[] bands = engine.bands(0);
    int figures = (int) one[0];
    int values = (int) bands[0];
    int second = 30;
    double a = one[1 + figures + 2 + second];
    double b = two[1 + figures + 2 + second];
    double mean = (a + b) / 2;
    double margin = Estimate.of(new double[] {a, b}).margin();
    assertThat(a).isNotEqualTo(b);
    assertThat(bands[1 + second]).isEqualTo(mean);
    assertThat(bands[1 + values + 1 + second]).isCloseTo(mean - margin, within(mean));
    assertThat(bands[2 * (1 + values) + 1 + second]).isCloseTo(mean + margin, within(mean));
  }

  private static org.assertj.core.data.Offset<Double> within(double mean) {
    return org.assertj.core.data.Offset.offset(1e-12 * mean);
  }

  @Test
  void the_summary_says_in_two_sentences_whether_a_contender_recovers() {
    engine.prepare(SMALL);
    for (int run = 0; run < 3; run++) {
      engine.run(0, run);
      engine.run(1, run);
    }
    assertThat(engine.summary())
        .contains("Recovers ", " s after the fault.")
        .contains("Does not recover within 60 s of the end of the fault.")
        .contains(" % of the calls succeed, with 1 attempt for each call.")
        .contains("\"runs\":3");
  }

  @Test
  void an_experiment_of_a_publication_has_the_values_of_its_claims_after_the_last_run() {
    PaperExperiment experiment = Papers.named("sre-budget").experiments().get(0);
    engine.prepare(request(experiment.scenario()));
    for (int run = 0; run < 2; run++) {
      for (int contender = 0; contender < 2; contender++) {
        assertThat(engine.summary()).contains("\"claims\":[]");
        engine.run(contender, run);
      }
    }
    assertThat(engine.summary()).contains("\"claims\":[\"3\",\"1.10\"]");
    engine.prepare(request(experiment.scenario().with("share", "0.9")).replace("runs=2", "runs=1"));
    engine.run(0, 0);
    engine.run(1, 0);
    assertThat(engine.summary()).contains("\"claims\":[]");
  }

  @Test
  void claims_about_a_sweep_have_the_values_of_the_experiment_of_the_publication() {
    for (PaperExperiment experiment : Papers.named("brooker-2022").experiments()) {
      Scenario shown = PaperEntry.shown(experiment);
      int points = experiment.sweeps().isEmpty() ? 0 : 2;
      assertThat(engine.prepare(request(shown))).contains("\"claimRuns\":" + 2 * points);
      for (int run = 0; run < 2; run++) {
        for (int contender = 0; contender < shown.contenders().size(); contender++) {
          engine.run(contender, run);
        }
      }
      for (int run = 0; run < 2 * points; run++) {
        assertThat(engine.summary()).contains("\"claims\":[]");
        assertThat(engine.claimRun(run)).isPositive();
      }
      Results results = experiment.experiment(2, 1).run();
      String values =
          experiment.claims().stream()
              .map(claim -> '"' + NumberText.of(claim.simulated(results)) + '"')
              .collect(Collectors.joining(","));
      assertThat(engine.summary()).contains("\"claims\":[" + values + "]");
      assertThatThrownBy(() -> engine.claimRun(2 * points))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  private static String request(Scenario scenario) {
    StringBuilder lines = new StringBuilder("scenario=" + scenario.name() + "\nruns=2\n");
    scenario.settings().texts().forEach((name, text) -> lines.append(name + "=" + text + "\n"));
    scenario
        .contenders()
        .forEach(each -> lines.append("contender=" + ContenderText.format(each) + "\n"));
    return lines.toString();
  }

  @Test
  void the_summary_of_a_scenario_with_other_values_is_that_of_its_kind() {
    assertThat(engine.prepare("scenario=failing-share")).contains("Three of ten attempts fail");
    assertThat(engine.prepare("scenario=failing-share\nshare=1"))
        .doesNotContain("Three of ten")
        .contains("\"summary\":\"");
  }

  @Test
  void sentences_without_a_recovery_do_not_repeat_the_share_of_successes() {
    engine.prepare("scenario=failing-share\nrate=50\nlength=5s\ncontender=no-retry");
    engine.run(0, 0);
    assertThat(engine.summary()).contains("\"verdict\":[\"").contains(" % of the calls succeed");
    assertThat(engine.summary()).doesNotContain("Share of the calls that succeeded");
  }

  @Test
  void the_verdict_of_runs_without_calls_says_so() {
    engine.prepare("scenario=outage-hang\nrate=0.001\nwatch=30s\nwindow=30s\nruns=1");
    engine.run(0, 0);
    assertThat(engine.summary()).contains("\"No calls come.\"").doesNotContain("never");
  }

  @Test
  void the_verdict_compares_the_contenders_with_the_inequality() {
    engine.prepare(SMALL);
    assertThat(engine.verdict()).isEqualTo("[]");
    engine.run(0, 0);
    engine.run(1, 0);
    assertThat(engine.verdict())
        .startsWith("[\"no-retry: recovers: Q/\u03bc = ")
        .contains(" = 10 s > T = 1 s, and ", "\"mine: stuck: Q/\u03bc = ", " Simulated: ");
    assertThat(engine.summary()).doesNotContain("stuck");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fault=fast-failure | Recovers at once after the fault.",
        "fault=none | There is no fault to recover from.",
        "fault=none;rate=200 | Without a fault: overloaded."
      })
  void the_first_sentence_fits_the_fault(String setting, String sentence) {
    engine.prepare(
        "scenario=outage-hang\nrate=20\nworkers=5\nfault-start=5s\nfault-length=5s\nwatch=30s\n"
            + setting.replace(';', '\n')
            + "\ncontender=no-retry");
    engine.run(0, 0);
    assertThat(engine.summary()).contains(sentence);
  }

  @Test
  void every_scenario_can_be_prepared() {
    assertThat(Scenarios.all()).isNotEmpty();
    for (String name : Scenarios.all().keySet()) {
      assertThat(engine.prepare("scenario=" + name)).contains("\"scenario\":\"" + name + "\"");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate=70 | the first line must be scenario=",
        "scenario=moon | there is no scenario moon",
        "scenario=brown-out;rate | a line must be name=value, but was rate",
        "scenario=brown-out;rates=7 | there is no parameter rates",
        "scenario=brown-out;rate=much | rate must be a number",
        "scenario=brown-out;runs=0 | seeds must be from 1",
        "scenario=brown-out;seed=x | seed must be a whole number, but was x",
        "scenario=brown-out;contender=moon | there is no preset moon",
        "scenario=brown-out;contender=a: maxAttempts=x | a: ",
        "scenario=brown-out;contender=grpc;contender=grpc | a label of its own"
      })
  void a_line_that_is_invalid_is_named(String lines, String message) {
    assertThatThrownBy(() -> engine.prepare(lines.replace(';', '\n')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(engine::summary).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void six_contenders_are_refused() {
    String six = "\ncontender=grpc\ncontender=envoy\ncontender=finagle\ncontender=failsafe";
    assertThatThrownBy(
            () ->
                engine.prepare(
                    "scenario=brown-out" + six + "\ncontender=smallrye\ncontender=spring-7"))
        .hasMessage("there must be at most 5 contenders");
  }

  @Test
  void runs_are_simulated_in_their_order() {
    engine.prepare(SMALL);
    assertThatThrownBy(() -> engine.run(0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> engine.run(2, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> engine.numbers(0, 0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void names_of_a_request_are_no_parameters() {
    assertThat(Scenarios.all().values())
        .allSatisfy(
            scenario ->
                assertThat(scenario.settings().texts().keySet())
                    .doesNotContain("scenario", "runs", "seed", "contender"));
  }

  @Test
  void the_catalogue_has_every_scenario_with_the_type_of_each_parameter() {
    String catalogue = engine.catalogue();
    Scenarios.all().keySet().forEach(name -> assertThat(catalogue).contains("\"" + name + "\""));
    assertThat(catalogue)
        .contains("\"choices\":[\"none\",\"hang\",\"fast-failure\",\"brown-out\",\"slow\"]")
        .contains("\"type\":\"duration\"", "\"type\":\"count\"", "\"type\":\"flag\"")
        .contains("\"name\":\"resilience4j\"");
  }

  @Test
  void an_experiment_with_a_map_begins_in_its_middle() {
    assertThat(engine.catalogue())
        .contains(
            "\"values\":{\"rate\":\"50\",\"workers\":\"10\",\"queue\":\"1000\"",
            "\"fault-length\":\"2s\"");
  }

  private static final String COLLAPSING =
      """
      scenario=outage-hang
      rate=35
      workers=5
      queue=500
      fault-start=20s
      fault-length=20s
      window=20s
      watch=300s
      runs=2
      contender=no-budget
      contender=standard
      """;

  @Test
  void a_run_that_has_collapsed_for_good_is_stopped_and_says_so() {
    engine.prepare(COLLAPSING);
    long events = engine.run(0, 0);
    double[] stopped = engine.numbers(0, 0);
    Scenario scenario = LabRequest.parse(COLLAPSING).scenario();
    Run whole = scenario.model().run(scenario.contenders().get(0), new Seed(1, 0), true);
    assertThat(events).isLessThan(whole.events() / 2);
    assertThat(Arrays.copyOfRange(stopped, 1, 1 + whole.values().length))
        .containsExactly(whole.values());
    engine.run(1, 0);
    String[] contenders = engine.summary().split("\"label\"");
    assertThat(contenders[1]).contains("Stopped at ", "concluded, not simulated");
    assertThat(contenders[2]).doesNotContain("Stopped at ");
  }

  @Test
  void bands_of_stopped_runs_end_where_the_runs_do() {
    engine.prepare(COLLAPSING);
    engine.run(0, 0);
    double[] run = engine.numbers(0, 0);
    int lengthOfSeries = (int) run[1 + (int) run[0] + 1];
    assertThat(engine.bands(0)[0]).isEqualTo(lengthOfSeries).isLessThan(200);
  }

  @Test
  void a_map_has_the_recovery_at_loads_and_lengths_of_the_fault() {
    assertThat(engine.prepare(COLLAPSING))
        .contains("\"map\":{\"load\":35.0,\"length\":20.0,\"loads\":[15.0,", "\"lengths\":[2.0,");
    assertThat(engine.map(0, 0, 0)).isLessThan(30);
    assertThat(engine.map(0, 6, 4)).isInfinite();
    assertThat(engine.map(1, 4, 4)).isBetween(20.0, 60.0);
    assertThat(engine.prepare("scenario=outage-hang\nfault=none")).doesNotContain("\"map\"");
    assertThat(engine.prepare("scenario=aws-contention")).doesNotContain("\"map\"");
    assertThatThrownBy(() -> engine.map(0, 0, 0)).hasMessage("the scenario has no map");
  }

  @Test
  void forms_have_the_experiment_and_each_contender() {
    engine.prepare(SMALL);
    assertThat(engine.forms())
        .contains("scenario: outage-hang\\u000aparameters:", "reprise simulate outage-hang")
        .contains("import dev.reprise.policy.RetryPolicy;", ".backoff(Backoff.none())")
        .contains("mine: maxAttempts=3 ", "; budget=unlimited", "reprise.policies.no-retry=");
  }
}
