package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.budget.RetryBudget;
import dev.reprise.simulator.experiment.Cell;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of service times, replicas and loads of servers. */
class ServiceModelsTest {

  private static final String ONCE = "maxAttempts=1 within=unlimited";
  private static final String[] HEALTHY = {
    "fault=none", "rate=200", "workers=200", "queue=0", "processes=1", "window=30s"
  };

  private static double mean(String policy, String metric, String... values) {
    Cell cell = Simulated.cell(new ServerKind(), policy, RetryBudget.unlimited(), 2, values);
    return cell.estimate(metric).mean();
  }

  private static String[] healthy(String... more) {
    String[] all = Arrays.copyOf(HEALTHY, HEALTHY.length + more.length);
    System.arraycopy(more, 0, all, HEALTHY.length, more.length);
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    "distribution=constant, 110, 110",
    "distribution=exponential, 79.3, 470.5",
    "distribution=log-normal, 70.7, 631",
    "distribution=percentiles, 110, 510"
  })
  void a_distribution_of_the_service_time_has_its_percentiles(
      String distribution, double p50, double p99) {
    String[] values = healthy(distribution, "timeout=1h");

    assertThat(mean(ONCE, "p50_ms", values)).isEqualTo(p50, within(0.03 * p50));
    assertThat(mean(ONCE, "p99_ms", values)).isEqualTo(p99, within(0.06 * p99));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 2", "3, 4"})
  void an_overloaded_server_serves_less_if_its_service_time_grows(double growth, double slower) {
    String[] values = {
      "fault=none",
      "window=20s",
      "rate=1000",
      "workers=20",
      "queue=0",
      "timeout=1h",
      "growth=" + growth
    };
    double expected = 200 / slower / 1000;

    assertThat(mean(ONCE, "answered", values)).isEqualTo(expected, within(0.05 * expected));
    assertThat(ServerCapacity.of(settings(values)).orElseThrow())
        .isEqualTo(200 / slower, within(1e-9));
  }

  private static Settings settings(String... values) {
    Settings settings = Settings.of(new ServerKind().parameters());
    for (String value : values) {
      String[] parts = value.split("=");
      settings = settings.with(parts[0], parts[1]);
    }
    return settings;
  }

  @Test
  void attempts_fail_at_random_after_their_service() {
    String[] values = healthy("distribution=constant", "failing=0.2");

    assertThat(mean(ONCE, "answered", values)).isEqualTo(0.8, within(0.01));
    assertThat(mean(ONCE, "p50_ms", values)).isEqualTo(110, within(1.0));
  }

  @Test
  void an_idle_server_is_as_fast_as_without_growth() {
    String[] values = healthy("distribution=constant", "rate=1", "growth=1");

    assertThat(mean(ONCE, "p50_ms", values)).isEqualTo(110.5, within(0.5));
  }

  @Test
  void slow_replicas_serve_their_share_of_the_attempts_slowly() {
    String[] values =
        healthy(
            "distribution=constant",
            "replicas=10",
            "slow-replicas=2",
            "slow-factor=5",
            "timeout=200ms");

    assertThat(mean(ONCE, "answered", values)).isEqualTo(0.8, within(0.01));
    assertThat(ServerCapacity.of(settings(values)).orElseThrow())
        .isEqualTo((160 + 40.0 / 5) / 0.1, within(1e-9));
  }

  @Test
  void a_hedge_avoids_slow_replicas_and_adds_its_load() {
    String[] values =
        healthy("distribution=constant", "replicas=10", "slow-replicas=1", "slow-factor=5");
    String hedged = ONCE.replace("1", "2") + " idempotency=idempotent hedge=after(120ms)";

    assertThat(mean(ONCE, "p99_ms", values)).isEqualTo(510, within(5.0));
    assertThat(mean(hedged, "p99_ms", values)).isBetween(230.0, 511.0);
    assertThat(mean(hedged, "amplification", values)).isEqualTo(1.1, within(0.01));
    assertThat(mean(hedged.replace("120ms", "20ms"), "amplification", values))
        .isEqualTo(2, within(0.001));
  }

  @Test
  void a_hedge_at_a_percentile_costs_about_the_share_above_it() {
    String[] values = healthy("distribution=log-normal", "timeout=1h", "rate=500");
    String hedged = "maxAttempts=2 within=unlimited idempotency=idempotent hedge=percentile(95)";

    assertThat(mean(hedged, "amplification", values)).isBetween(1.03, 1.08);
    assertThat(mean(hedged, "p99_ms", values)).isLessThan(0.8 * mean(ONCE, "p99_ms", values));
    assertThat(mean(hedged, "wasted", values)).isGreaterThan(0.01);
  }

  @Test
  void a_timeout_at_a_percentile_ends_attempts_on_slow_replicas() {
    String[] values =
        healthy("distribution=constant", "replicas=10", "slow-replicas=1", "slow-factor=8");
    String fixed = "maxAttempts=3 within=unlimited backoff=none";
    String measured = fixed + " attemptTimeout=percentile(80, x2, cap=1s)";

    assertThat(mean(fixed, "p99_ms", values)).isEqualTo(810, within(10.0));
    assertThat(mean(measured, "p99_ms", values)).isLessThan(600);
    assertThat(mean(measured, "amplification", values)).isEqualTo(1.11, within(0.02));
  }

  @Test
  void a_fault_that_grows_is_milder_than_one_that_is_there_at_once() {
    String[] sudden = {"fault=brown-out", "fault-size=0", "fault-length=30s", "window=1s"};
    String[] slow = {
      "fault=brown-out", "fault-size=0", "fault-length=30s", "window=1s", "fault-ramp=30s"
    };

    assertThat(mean(ONCE, "answered", slow)).isGreaterThan(0.08 + mean(ONCE, "answered", sudden));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replicas=5 workers=4                             | replicas must be at most the number
          slow-replicas=2                                  | slow-replicas must be at most replicas
          distribution=percentiles service-p99=50ms        | service-p99 must be at least service
          step-length=10s step-ramp=11s                    | step-ramp must be at most step-length
          throttle=0.5                                     | throttle must be at least 1, or 0
          """)
  void values_that_contradict_each_other_are_refused(String values, String message) {
    Settings settings = settings(values.trim().split(" "));

    assertThatThrownBy(() -> new ServerKind().build(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
    assertThatThrownBy(() -> new ChainKind().build(settings(values.trim().split(" "))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
