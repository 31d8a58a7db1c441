package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a run measures, and over which time. */
class RecoveryTest {

  private static final String ONCE = "maxAttempts=1 within=unlimited";
  private static final String THRICE =
      "maxAttempts=3 within=unlimited backoff=exponential(100ms, x2, cap=20s, jitter=full)";

  private static Cell server(String policy, int seeds, String... values) {
    List<String> small =
        new ArrayList<>(List.of("workers=10", "rate=70", "queue=1000", "fault-start=5s"));
    small.addAll(List.of(values));
    return Simulated.cell(
        new ServerKind(), policy, RetryBudget.unlimited(), seeds, small.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.05", "0.5", "2", "5", "70"})
  void without_a_fault_there_is_no_time_of_recovery(String rate) {
    Cell cell = server(ONCE, 20, "rate=" + rate, "fault=none", "window=60s");
    assertThat(cell.valuesOf("recovery_s")).containsOnly(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "2", "5"})
  void at_a_low_rate_a_server_recovers_when_its_fault_ends(String rate) {
    Cell cell =
        server(ONCE, 20, "rate=" + rate, "fault=fast-failure", "fault-length=20s", "window=60s");
    assertThat(cell.valuesOf("recovery_s")).containsOnly(0);
  }

  @Test
  void the_wait_for_the_next_call_does_not_count_for_the_recovery() {
    String[] rare = {"rate=0.02", "fault=fast-failure", "fault-length=20s", "watch=600s"};
    assertThat(server(ONCE, 20, rare).valuesOf("recovery_s")).containsOnly(0);
  }

  @Test
  void attempts_that_fail_at_random_do_not_delay_the_recovery() {
    String[] fault = {"fault=fast-failure", "fault-length=20s", "window=60s"};
    Cell cell = server(ONCE, 5, add(fault, "failing=0.3"));
    assertThat(cell.estimate("recovery_s").undefined()).isZero();
    assertThat(cell.estimate("recovery_s").mean()).isLessThan(20);
    assertThat(cell.metric("recovery_s").meaning()).contains("66.5 % of the calls");
  }

  @Test
  void a_server_above_its_capacity_is_overloaded_without_a_fault() {
    Cell cell = server(ONCE, 2, "rate=150", "fault=none", "window=60s");
    assertThat(cell.valuesOf("recovery_s")).containsOnly(Double.POSITIVE_INFINITY);
    assertThat(cell.metric("recovery_s").undefined()).isEqualTo("overloaded");
  }

  @Test
  void a_run_without_recovery_states_the_time_within_which_there_was_none() {
    Cell cell = server(THRICE, 1, "fault-length=5s", "watch=90s");
    assertThat(cell.valuesOf("recovery_s")).containsOnly(Double.POSITIVE_INFINITY);
    assertThat(cell.metric("recovery_s").undefined()).isEqualTo("not within 90 s");
  }

  @Test
  void recovery_counts_from_the_end_of_the_fault_also_if_the_rate_changes_later() {
    String[] fault = {"fault-length=10s", "watch=120s"};
    String[] both = {"fault-length=10s", "watch=120s", "step-at=60s", "step-length=20s"};
    Cell alone = server(ONCE, 5, fault);
    Cell stepped = server(ONCE, 5, add(both, "step-rate=60"));
    assertThat(stepped.valuesOf("recovery_s")).isEqualTo(alone.valuesOf("recovery_s"));
    assertThat(alone.estimate("recovery_s").mean()).isGreaterThan(5);
  }

  private static String[] add(String[] values, String more) {
    String[] all = Arrays.copyOf(values, values.length + 1);
    all[values.length] = more;
    return all;
  }

  @Test
  void a_longer_watch_does_not_change_what_is_measured() {
    String[] names = {"answered", "amplification", "peak_load", "wasted", "p50_ms", "p99_ms"};
    Cell briefly = server(THRICE, 2, "fault-length=5s", "window=30s", "watch=30s");
    Cell long_ = server(THRICE, 2, "fault-length=5s", "window=30s", "watch=200s");
    for (String name : names) {
      assertThat(long_.valuesOf(name)).as(name).isEqualTo(briefly.valuesOf(name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"two-second-hang", "three-layers"})
  void an_observed_run_measures_the_same_although_it_goes_on(String name) {
    Scenario scenario =
        Scenarios.named(name).with("rate", "70").with("workers", "10").with("watch", "60s");
    for (Contender contender : scenario.contenders()) {
      Model model = scenario.model();
      Run quick = model.run(contender, new Seed(1, 0), false);
      Run observed = model.run(contender, new Seed(1, 0), true);
      assertThat(observed.values()).as(contender.label()).isEqualTo(quick.values());
      assertThat(observed.events()).isGreaterThanOrEqualTo(quick.events());
    }
  }

  @Test
  void a_dead_server_has_a_goodput_of_zero_to_the_end_of_the_run() {
    Settings settings =
        Settings.of(new ServerKind().parameters())
            .with("rate", "70")
            .with("workers", "10")
            .with("fault-length", "1000s")
            .with("watch", "30s");
    Contender contender = new Contender("once", RetryPolicy.parse(ONCE), RetryBudget.unlimited());
    Run run = new ServerKind().build(settings).run(contender, new Seed(1, 0), true);
    assertThat(run.series())
        .extracting(Series::name)
        .containsExactly("goodput", "load", Series.AMPLIFICATION, Series.DURATION, Series.QUEUE);
    int seconds = run.series().get(1).values().length;
    assertThat(run.series()).allSatisfy(series -> assertThat(series.values()).hasSize(seconds));
    double[] goodput = run.series().get(0).values();
    assertThat(Arrays.copyOfRange(goodput, 65, 1059)).containsOnly(0);
    double[] queue = run.series().get(4).values();
    assertThat(queue[30]).isZero();
    assertThat(queue[900]).isEqualTo(10_000);
  }

  @Test
  void the_last_second_over_time_is_a_whole_one() {
    Settings settings =
        Settings.of(new FlakyKind().parameters()).with("rate", "500").with("length", "10500ms");
    Contender contender = new Contender("once", RetryPolicy.parse(ONCE), RetryBudget.unlimited());
    Run run = new FlakyKind().build(settings).run(contender, new Seed(1, 0), true);
    double[] load = run.series().get(1).values();
    assertThat(load).hasSize(10);
    assertThat(load[9]).isGreaterThan(400);
  }

  @Test
  void percentiles_contain_the_calls_that_failed() {
    Cell none = Simulated.cell(new FlakyKind(), ONCE, RetryBudget.unlimited(), 2, "share=1");
    assertThat(none.valuesOf("p50_ms")).containsOnly(Double.POSITIVE_INFINITY);
    Cell third = Simulated.cell(new FlakyKind(), ONCE, RetryBudget.unlimited(), 2, "share=0.3");
    assertThat(third.estimate("p50_ms").mean()).isBetween(15.0, 25.0);
    assertThat(third.valuesOf("p99_ms")).containsOnly(Double.POSITIVE_INFINITY);
    assertThat(third.metric("p99_ms").undefined()).isEqualTo("failed");
  }

  @Test
  void a_call_that_has_not_ended_counts_as_failed() {
    TrafficCounter counter = new TrafficCounter(1);
    counter.callStarted(0);
    counter.callStarted(0);
    counter.callEnded(1_000_000, 1, 1_000_000, StopReason.SUCCEEDED);
    assertThat(counter.successShare()).isEqualTo(0.5);
    assertThat(counter.quantileMillis(0.5)).isBetween(0.98, 1.02);
    assertThat(counter.quantileMillis(0.99)).isInfinite();
  }
}
