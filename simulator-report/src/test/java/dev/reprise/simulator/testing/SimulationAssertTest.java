package dev.reprise.simulator.testing;

import static dev.reprise.simulator.testing.SimulationAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.preset.Presets;
import java.time.Duration;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class SimulationAssertTest {

  /** A hang of two seconds at a tenth of the size, to keep the tests short. */
  private static final Simulation HANG =
      Simulation.of("two-second-hang")
          .with("rate", "70")
          .with("workers", "10")
          .with("queue", "1000")
          .with("fault-start", "10s")
          .with("watch", "60s")
          .with("processes", "1")
          .seeds(3);

  private static final RetryPolicy NAIVE =
      RetryPolicy.parse("maxAttempts=5 within=unlimited backoff=fixed(100ms)");

  @Test
  void the_standard_policy_is_within_its_bounds() {
    assertThat(HANG)
        .recoversWithin(Duration.ofSeconds(30))
        .amplificationBelow(1.2)
        .loadBelow(3)
        .answersAtLeast(0.8)
        .metric("wasted")
        .atMost(0.5)
        .onAverage()
        .metric("answered")
        .above(0.8)
        .inEveryRun()
        .metric("p50_ms")
        .above(0);
  }

  @Test
  void a_missing_recovery_fails_with_the_command_that_repeats_it() {
    Simulation naive = HANG.policy(NAIVE).budget(RetryBudget.unlimited()).seed(7);
    SimulationResult result = naive.run();
    assertThatThrownBy(() -> assertThat(result).recoversWithin(Duration.ofSeconds(30)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("two-second-hang with rate=70 workers=10 queue=1000")
        .hasMessageContaining(
            "recovery_s (time from the end of the fault until 95 % of the calls succeed)")
        .hasMessageContaining("must be at most 30 s in every run, but is not")
        .hasMessageContaining("mean      not within 60 s, in 3 runs")
        .hasMessageContaining("worst run not within 60 s")
        .hasMessageContaining("policy    maxAttempts=5 within=unlimited backoff=fixed(100ms)")
        .hasMessageContaining("budget    unlimited")
        .hasMessageContaining(
            "reprise simulate two-second-hang --rate 70 --workers 10 --queue 1000 --fault-start 10s"
                + " --watch 60s --processes 1 --policy 'simulated: maxAttempts=5 within=unlimited"
                + " backoff=fixed(100ms); budget=unlimited' --only simulated --seeds 3 --seed 7");
    Assertions.assertThat(HANG.contender(Presets.named("grpc")).toString())
        .contains(" --preset grpc --only grpc --seeds 3 --seed 1");
    Assertions.assertThat(HANG.policy(Presets.named("grpc").policy()).toString())
        .endsWith(" --processes 1 --seeds 3 --seed 1");
    assertThatThrownBy(() -> assertThat(result).onAverage().recoversWithin(Duration.ofDays(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("on average, with three standard errors");
    assertThatThrownBy(() -> assertThat(result).amplificationBelow(1.2))
        .isInstanceOf(AssertionError.class)
        .hasMessageMatching(
            "(?s).*must be below 1\\.200.*mean +[0-9.]+ ± [0-9.]+ \\(.*3 runs\\).*");
  }

  @Test
  void the_worst_run_decides_unless_the_mean_is_selected() {
    SimulationResult result = HANG.run();
    double[] answered = result.values("answered");
    double worst = Math.min(answered[0], Math.min(answered[1], answered[2]));
    assertThat(result).metric("answered").atLeast(worst);
    assertThatThrownBy(() -> assertThat(result).metric("answered").above(worst))
        .isInstanceOf(AssertionError.class);
    double mean = result.estimate("answered").mean();
    double error = result.estimate("answered").standardError();
    assertThat(result).onAverage().metric("answered").above(mean - 3.01 * error);
    assertThatThrownBy(
            () -> assertThat(result).onAverage().metric("answered").above(mean - 2.99 * error))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void the_same_simulation_has_the_same_results_on_any_number_of_threads() {
    Simulation preset = HANG.contender(Presets.named("grpc"));
    Assertions.assertThat(preset.threads(1).run().values("answered"))
        .isEqualTo(preset.threads(3).run().values("answered"))
        .isNotEqualTo(preset.seed(2).run().values("answered"));
  }

  @Test
  void error_messages_list_the_valid_names() {
    assertThatThrownBy(() -> Simulation.of("outage"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("there is no scenario outage; there are aws-contention");
    assertThatThrownBy(() -> HANG.with("speed", "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("there is no parameter speed; there are rate");
    assertThatThrownBy(() -> HANG.seeds(0))
        .hasMessage("seeds must be from 1 to 1000000, but was 0");
    assertThatThrownBy(() -> HANG.threads(0)).hasMessage("threads must be at least 1, but was 0");
    Simulation row = Simulation.of("aws-contention").with("clients", "2").seeds(2);
    assertThatThrownBy(() -> assertThat(row).recoversWithin(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "there is no metric recovery_s in aws-contention with clients=2; there are calls");
    assertThatThrownBy(() -> assertThat(row).onAverage())
        .hasMessage("onAverage() needs at least 3 seeds, but there were 2");
  }
}
