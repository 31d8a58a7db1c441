package dev.reprise.simulator.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Contender;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictTextTest {

  private static final double NEVER = Double.POSITIVE_INFINITY;

  @Test
  void names_the_violated_inequality_and_its_numbers() {
    String text = outage("outage-hang", "naive", NEVER);
    assertThat(text)
        .contains(
            "naive: stuck: Q/mu = 10000 / 1000 = 10 s > T = 1 s, and lambda*A = 700 * 3.00 = 2100"
                + " >= mu = 1000. Simulated: not within 600 s in 3 runs.")
        .contains("is stuck if Q/mu > T and lambda*A >= mu");
  }

  @Test
  void compares_the_predicted_with_the_simulated_recovery() {
    assertThat(outage("outage-hang", "single", 30))
        .contains(
            "single: recovers: Q/mu = 10000 / 1000 = 10 s > T = 1 s, lambda*A = 700 * 1 = 700 <"
                + " mu = 1000; after about 30 s. Simulated: after 30 s.");
  }

  @Test
  void reports_that_the_simulation_disagrees() {
    assertThat(outage("outage-hang", "single", NEVER)).contains("The simulation differs.");
    assertThat(outage("outage-hang", "naive", 30)).contains("The simulation differs.");
  }

  @Test
  void a_recovery_that_is_expected_after_the_watched_time_agrees_with_none_in_it() {
    Scenario slow = Scenarios.named("outage-hang").with("rate", "950").with("watch", "100s");
    assertThat(outage(slow, "single", NEVER))
        .contains("after about 180 s. Simulated: not within ")
        .doesNotContain("differs");
    assertThat(outage(slow, "single", 30)).contains("The simulation differs.");
    assertThat(outage(slow.with("watch", "600s"), "single", NEVER))
        .contains("The simulation differs.");
  }

  @Test
  void a_server_with_more_calls_than_capacity_does_not_recover() {
    Scenario over =
        Scenarios.named("outage-hang")
            .with("rate", "1200")
            .with("queue", "500")
            .with("fault-length", "5s");
    assertThat(outage(over, "single", NEVER))
        .contains(
            "single: overloaded: lambda = 1200 calls/s >= mu = 1000, without any retry. Simul")
        .doesNotContain("single: recovers", "differs");
    assertThat(outage(over.with("rate", "1020"), "single", 0)).contains("single: recovers: ");
  }

  @Test
  void the_queue_contains_the_retries_of_the_calls_of_a_short_hang() {
    assertThat(outage("two-second-hang", "naive", NEVER))
        .contains("stuck: Q/mu = 4200 / 1000 = 4.20 s > T = 1 s");
  }

  @Test
  void without_a_formula_only_the_simulation_is_reported() {
    Scenario scenario = Scenarios.named("outage-hang").with("order", "lifo");
    Scenario compared = scenario.withContenders(List.of(contender("single", 1)));
    assertThat(
            String.join(
                "\n", VerdictText.of(new Experiment(small(compared), List.of(), 1, 1).run())))
        .contains("single: Simulated: after ")
        .doesNotContain("Q/mu = ");
  }

  @Test
  void the_formula_is_for_faults_and_not_for_changed_rates() {
    Scenario scenario = small(Scenarios.named("outage-hang").with("fault", "none"));
    Scenario compared = scenario.withContenders(List.of(contender("single", 1)));
    assertThat(String.join(" ", VerdictText.of(new Experiment(compared, List.of(), 1, 1).run())))
        .contains("single: Simulated without a fault: 100 % of the calls succeed.")
        .doesNotContain("Q/mu = ");
  }

  private static Scenario small(Scenario scenario) {
    return scenario
        .with("workers", "10")
        .with("rate", "70")
        .with("queue", "100")
        .with("fault-length", "5s")
        .with("fault-start", "5s")
        .with("watch", "60s");
  }

  @Test
  void names_the_contender_with_the_least_work_and_its_distance_from_the_bound() {
    ResultsOf results =
        ResultsOf.scenario("aws-contention", "full", "wild")
            .cell(Map.of(), "full", row(new double[] {796, 797, 795, 796, 796}, 4915))
            .cell(Map.of(), "wild", row(new double[] {1857, 1850, 1864, 1857, 1857}, 63_430));
    assertThat(VerdictText.of(results.sweeping()))
        .anyMatch(line -> line.startsWith("calls: full is best: 796 +- 0.32; next is wild"))
        .anyMatch(line -> line.startsWith("time ms: full is best: 4920 ms; next is wild"))
        .anyMatch(line -> line.matches("full +7.96 +49.1 +10.1 +8.69"))
        .anyMatch(line -> line.matches("wild +18.6 +634 +540 +509"));
  }

  @Test
  void does_not_rank_contenders_that_gave_up() {
    Map<String, double[]> quitter = new HashMap<>(row(new double[] {100, 100, 100, 100, 100}, 40));
    quitter.put("failed", new double[] {99, 99, 99, 99, 99});
    ResultsOf results =
        ResultsOf.scenario("aws-contention", "full", "quitter")
            .cell(Map.of(), "full", row(new double[] {796, 797, 795, 796, 796}, 4915))
            .cell(Map.of(), "quitter", quitter);
    assertThat(VerdictText.of(results.sweeping()))
        .noneMatch(line -> line.contains("quitter is best"))
        .anyMatch(line -> line.startsWith("quitter: 99 clients gave up without success"));
  }

  @Test
  void a_difference_within_the_noise_has_no_winner() {
    ResultsOf results =
        ResultsOf.scenario("aws-contention", "a", "b")
            .cell(Map.of(), "a", row(new double[] {700, 800, 900, 700, 900}, 1))
            .cell(Map.of(), "b", row(new double[] {810, 790, 830, 810, 790}, 1));
    assertThat(text(results))
        .contains(
            "calls: not decided by these runs between both policies: 800 +- 45 to 806 +- 7.5.")
        .contains("time ms: both policies are the same in practice: 1 ms.")
        .doesNotContain("best");
  }

  @Test
  void the_best_may_be_several() {
    ResultsOf results =
        ResultsOf.scenario("aws-contention", "a", "b", "c")
            .cell(Map.of(), "a", row(new double[] {800, 801, 800, 799, 800}, 1))
            .cell(Map.of(), "b", row(new double[] {801, 800, 800, 800, 800}, 1))
            .cell(Map.of(), "c", row(new double[] {900, 900, 900, 900, 900}, 1));
    assertThat(text(results))
        .contains(
            "calls: a and b are the same in practice: 800 +- 0.32 to 800 +- 0.20; next is c, apart by 100 +- 0.32.");
  }

  @Test
  void a_contender_that_may_be_as_good_as_the_best_is_not_decided() {
    ResultsOf results =
        ResultsOf.scenario("aws-contention", "a", "b", "c")
            .cell(Map.of(), "a", row(new double[] {800, 801, 800, 799, 800}, 1))
            .cell(Map.of(), "b", row(new double[] {780, 840, 790, 830, 800}, 1))
            .cell(Map.of(), "c", row(new double[] {900, 900, 900, 900, 900}, 1));
    assertThat(text(results))
        .contains(
            "calls: not decided by these runs between a and b: 800 +- 0.32 to 808 +- 12; next is c");
  }

  @Test
  void nothing_is_said_on_fewer_than_five_runs() {
    ResultsOf results =
        ResultsOf.scenario("aws-contention", "a", "b")
            .cell(Map.of(), "a", row(new double[] {700, 700}, 1))
            .cell(Map.of(), "b", row(new double[] {810, 810}, 1));
    assertThat(text(results))
        .contains("calls: no statement from 2 runs of each policy; a comparison needs at least 5.")
        .doesNotContain("best");
  }

  private static String text(ResultsOf results) {
    return text(results.sweeping());
  }

  @Test
  void counts_points_of_a_large_sweep() {
    ResultsOf results = ResultsOf.scenario("outage-hang", "a", "b");
    for (int i = 1; i <= 10; i++) {
      Map<String, String> point = Map.of("rate", Integer.toString(i));
      double last = i > 8 ? NEVER : 30;
      double other = i < 4 ? 30 : NEVER;
      results.cell(point, "a", Map.of("recovery_s", new double[] {30, 30, 30, 30, last}));
      double[] others = {other, other, other, other, other};
      results.cell(point, "b", Map.of("recovery_s", others));
    }
    assertThat(text(results.sweeping(new Sweep("rate", List.of()))))
        .startsWith(
            "recovery s: of 10 points, a is best at 5, several are the same in practice at 3,"
                + " not decided by these runs at 2."
                + " a: not within 600 s at 0 points, in some runs only at 2."
                + " b: not within 600 s at 7 points, in some runs only at 0.");
  }

  private static String text(Results results) {
    return String.join(" ", VerdictText.of(results)).replaceAll(" +", " ");
  }

  private static Map<String, double[]> row(double[] calls, double time) {
    double[] times = new double[calls.length];
    Arrays.fill(times, time);
    return Map.of("calls", calls, "time_ms", times);
  }

  private static String outage(String name, String label, double recovery) {
    return outage(Scenarios.named(name), label, recovery);
  }

  private static String outage(Scenario scenario, String label, double recovery) {
    Contender contender = contender(label, label.equals("naive") ? 3 : 1);
    double[] values = {recovery, recovery, recovery};
    var cell =
        ResultsOf.scenario(scenario.name(), label)
            .cell(Map.of(), label, Map.of("recovery_s", values))
            .sweeping()
            .cells()
            .get(0);
    var measured = new Cell(cell.point(), contender, cell.metrics(), cell.values(), 0);
    var results =
        new Results(
            scenario.withContenders(List.of(contender)), List.of(), 3, 1, List.of(measured), true);
    return String.join(" ", VerdictText.of(results)).replaceAll("\\s+", " ");
  }

  private static Contender contender(String label, int attempts) {
    String text =
        "within=unlimited backoff=exponential(100ms, x2, cap=20s, jitter=full) maxAttempts=";
    return new Contender(label, RetryPolicy.parse(text + attempts), RetryBudget.unlimited());
  }
}
