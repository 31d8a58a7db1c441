package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.stats.Estimate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of complete situations. */
class KindsTest {

  private static final String FULL = " within=unlimited backoff=exponential(100ms, jitter=full)";

  private static double mean(Cell cell, String metric) {
    return cell.estimate(metric).mean();
  }

  @ParameterizedTest
  @CsvSource({"0.3, 1", "0.3, 3", "0.5, 5", "0.9, 4", "1, 3", "0, 3"})
  void the_success_share_matches_the_share_of_failures(double share, int attempts) {
    Cell cell =
        Simulated.cell(
            new FlakyKind(),
            "maxAttempts=" + attempts + FULL,
            RetryBudget.unlimited(),
            20,
            "share=" + share);
    double given = Math.pow(share, attempts);
    Estimate answered = cell.estimate("answered");
    Estimate amplification = cell.estimate("amplification");
    double made = share == 1 ? attempts : (1 - given) / (1 - share);
    assertThat(answered.mean()).isEqualTo(1 - given, within(4 * answered.standardError() + 1e-9));
    assertThat(amplification.mean())
        .isEqualTo(made, within(4 * amplification.standardError() + 1e-9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"failing-share", "rate-limit", "outage-hang", "three-layers"})
  void a_run_without_calls_has_no_share_of_them(String name) {
    Scenario scenario = Scenarios.named(name).with("rate", "0.001");
    for (Parameter<?> parameter : scenario.settings().parameters()) {
      switch (parameter.name()) {
        case "length", "fault-length" -> scenario = scenario.with(parameter.name(), "1s");
        case "step-rate" -> scenario = scenario.with("step-rate", "0");
        case "window", "watch" -> scenario = scenario.with(parameter.name(), "30s");
        default -> {}
      }
    }
    Contender contender = scenario.contenders().get(0);
    Run run = scenario.model().run(contender, new Seed(1, 0), false);
    assertThat(run.events()).isLessThan(10);
    List<Metric> metrics = scenario.model().metrics();
    for (int i = 0; i < metrics.size(); i++) {
      Metric metric = metrics.get(i);
      if (List.of("answered", "amplification", "no_budget", "refused").contains(metric.name())) {
        assertThat(run.values()[i]).as(metric.name()).isNaN();
        assertThat(metric.undefined()).isEqualTo("no calls");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"aws-contention", "dynamodb-capacity"})
  void a_policy_that_hedges_is_rejected_where_attempts_cannot_be_parallel(String name) {
    RetryPolicy hedged = RetryPolicy.parse("idempotency=idempotent hedge=after(50ms)");
    Contender contender = new Contender("ours", hedged, RetryBudget.standard());
    assertThatThrownBy(() -> Scenarios.named(name).withContenders(List.of(contender)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "hedges are not simulated in situations of the kind \\w+, but the policy of ours has"
                + " after\\(50ms\\)");
  }

  @Test
  void a_chain_multiplies_attempts_while_its_server_fails_unless_policies_collapse() {
    Scenario scenario =
        Scenarios.named("three-layers").with("fault-length", "10s").with("watch", "30s");
    double[] expected = {27, 3};
    for (int i = 0; i < expected.length; i++) {
      Contender contender = scenario.contenders().get(i);
      Run run = scenario.model().run(contender, new Seed(1, 0), false);
      assertThat(run.values()[1]).isEqualTo(expected[i], within(expected[i] / 6));
    }
  }

  @Test
  void items_are_written_at_the_throughput_of_the_table() {
    Cell cell =
        Simulated.cell(
            new TableKind(), "maxAttempts=8" + FULL, RetryBudget.unlimited(), 5, "items=5000");
    assertThat(mean(cell, "lost")).isZero();
    assertThat(mean(cell, "done_s")).isBetween(9.0, 9.6);
    assertThat(mean(cell, "used")).isBetween(0.95, 1.0);
  }

  @Test
  void reserved_retry_times_need_fewer_attempts_than_equal_retry_times() {
    String policy = "maxAttempts=10 hintJitter=0" + FULL;
    String[] load = {"rate=90", "step-at=10s", "step-rate=300", "step-length=5s"};
    Cell[] cells = new Cell[2];
    String[] advices = {"retry-after=reserved", "retry-after=exact"};
    for (int i = 0; i < 2; i++) {
      cells[i] =
          Simulated.cell(
              new LimiterKind(),
              policy,
              RetryBudget.unlimited(),
              3,
              load[0],
              load[1],
              load[2],
              load[3],
              advices[i]);
    }
    assertThat(mean(cells[0], "answered")).isEqualTo(1);
    assertThat(mean(cells[0], "amplification")).isLessThan(mean(cells[1], "amplification"));
    assertThat(mean(cells[1], "answered")).isLessThan(1);
  }

  @Test
  void a_staggered_herd_needs_no_retry() {
    Cell at =
        Simulated.cell(
            new ThunderingHerdKind(), "maxAttempts=3" + FULL, RetryBudget.unlimited(), 1);
    Cell over =
        Simulated.cell(
            new ThunderingHerdKind(),
            "maxAttempts=3" + FULL,
            RetryBudget.unlimited(),
            1,
            "load=staggered",
            "over=30s");
    assertThat(mean(at, "answered")).isLessThan(0.2);
    assertThat(mean(over, "answered")).isGreaterThan(0.99);
    assertThat(mean(over, "amplification")).isLessThan(1.01);
  }

  @Test
  void a_closed_loop_is_unfair_without_a_lock() {
    String endless = "maxAttempts=unlimited within=unlimited backoff=";
    Cell full =
        Simulated.cell(
            new RowKind(),
            endless + "exponential(10ms, x2, cap=2s, jitter=full)",
            RetryBudget.unlimited(),
            4,
            "load=closed-loop");
    Cell lock =
        Simulated.cell(
            new RowKind(),
            endless + "none",
            RetryBudget.unlimited(),
            4,
            "load=closed-loop",
            "control=lock");
    assertThat(mean(full, "p50_ms")).isBetween(150.0, 300.0);
    assertThat(mean(full, "p99_ms")).isBetween(18_000.0, 26_000.0);
    assertThat(mean(full, "fairness")).isLessThan(0.95);
    assertThat(mean(lock, "p99_ms")).isLessThan(2200);
    assertThat(mean(lock, "fairness")).isGreaterThan(0.999);
  }

  @Test
  void every_scenario_has_a_model_and_contenders_with_distinct_names() {
    Scenarios.all()
        .forEach(
            (name, scenario) -> {
              assertThat(scenario.model().metrics()).as(name).isNotEmpty();
              assertThat(scenario.summary()).as(name).matches(".*[.?]");
              assertThat(scenario.contenders().stream().map(Contender::label))
                  .as(name)
                  .doesNotHaveDuplicates();
            });
  }
}
