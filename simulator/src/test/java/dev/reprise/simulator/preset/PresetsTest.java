package dev.reprise.simulator.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.simulator.engine.SimulationRandom;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PresetsTest {

  private static final int CALLS = 20_000;
  private static final double NANOS_A_MILLISECOND = 1e6;
  private static final double SIGMAS = 4.5;

  /** Shortest, longest and mean delay in milliseconds before each of the first retries. */
  private record Delays(double[] min, double[] max, double[] mean) {

    static Delays exactly(double... delays) {
      return new Delays(delays, delays, delays);
    }

    static Delays around(double below, double above, double... curve) {
      return new Delays(
          times(1 - below, curve), times(1 + above, curve), times(1 + (above - below) / 2, curve));
    }

    private static double[] times(double factor, double[] curve) {
      return Arrays.stream(curve).map(delay -> factor * delay).toArray();
    }
  }

  private static final double[] FULL_100 = {100, 200, 400, 800, 1600, 3200};

  static Stream<Arguments> delays() {
    return Stream.of(
        Arguments.of("failsafe", 3, Delays.exactly(0, 0, 0, 0, 0, 0)),
        Arguments.of(
            "failsafe-backoff", 3, Delays.around(0.1, 0.1, 1000, 2000, 4000, 8000, 16000, 30000)),
        Arguments.of("resilience4j", 3, Delays.exactly(500, 500, 500, 500, 500, 500)),
        Arguments.of(
            "resilience4j-random", 3, Delays.around(0.5, 0.5, 500, 750, 1125, 1687, 2530, 3795)),
        Arguments.of("spring-retry", 3, Delays.exactly(1000, 1000, 1000, 1000, 1000, 1000)),
        Arguments.of("spring-retry-random", 3, Delays.around(0, 1, FULL_100)),
        Arguments.of("spring-7", 4, Delays.exactly(1000, 1000, 1000, 1000, 1000, 1000)),
        Arguments.of(
            "spring-7-jitter",
            5,
            new Delays(
                new double[] {100, 180, 360, 720, 900, 900},
                new double[] {110, 220, 440, 880, 1000, 1000},
                new double[] {105, 200, 400, 800, 950, 950})),
        Arguments.of("aws-standard", 3, Delays.around(1, 0, FULL_100)),
        Arguments.of(
            "aws-standard-throttled",
            3,
            Delays.around(1, 0, 1000, 2000, 4000, 8000, 16_000, 20_000)),
        Arguments.of("aws-2026", 3, Delays.around(1, 0, 50, 100, 200, 400, 800, 1600)),
        Arguments.of("aws-legacy", 4, Delays.around(1, 0, FULL_100)),
        Arguments.of(
            "aws-legacy-throttled", 4, Delays.around(0.5, 0, 500, 1000, 2000, 4000, 8000, 16_000)),
        Arguments.of("grpc", 4, Delays.around(0.2, 0.2, 100, 200, 400, 800, 1000, 1000)),
        Arguments.of(
            "finagle",
            3,
            new Delays(
                new double[] {5, 5, 5, 5, 5, 5},
                new double[] {5, 15, 45, 135, 200, 200},
                new double[] {5, 10, 17.5, 28.75})),
        Arguments.of("envoy", 2, Delays.around(1, 0, 25, 50, 100, 200, 250, 250)),
        Arguments.of(
            "smallrye",
            4,
            new Delays(
                new double[6], new double[] {200, 200, 200, 200, 200, 200}, new double[] {50.12})),
        Arguments.of(
            "smallrye-exponential",
            4,
            new Delays(
                new double[] {800, 1800, 3800, 7800, 15_800, 31_800},
                new double[] {1200, 2200, 4200, 8200, 16_200, 32_200},
                new double[] {1000, 2000, 4000, 8000, 16_000, 32_000})));
  }

  @Test
  void every_preset_has_a_distinct_name_and_tested_delays() {
    List<String> names = Presets.all().stream().map(Preset::name).toList();
    assertThat(names).doesNotHaveDuplicates();
    assertThat(delays().map(row -> row.get()[0])).containsExactlyElementsOf((List<?>) names);
    assertThat(Presets.contenders()).extracting("label").containsExactlyElementsOf(names);
    assertThat(Presets.all()).allSatisfy(preset -> assertThat(preset.source()).isNotEmpty());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("delays")
  void the_first_six_delays_match_the_documentation(String name, int attempts, Delays documented) {
    assertThat(Presets.named(name).policy().maxAttempts()).isEqualTo(attempts);
    double[][] drawn = draws(Presets.named(name).policy().backoff(), 6);
    for (int retry = 0; retry < drawn.length; retry++) {
      double width = Math.max(1, documented.max[retry] - documented.min[retry]);
      double[] sorted = Arrays.stream(drawn[retry]).sorted().toArray();
      assertThat(sorted[0]).isBetween(documented.min[retry] - 1, documented.min[retry] + width / 9);
      assertThat(sorted[CALLS - 1])
          .isBetween(documented.max[retry] - width / 2, documented.max[retry] + 1e-6);
      if (retry < documented.mean.length) {
        double mean = Arrays.stream(sorted).average().orElseThrow();
        double off = SIGMAS * width / Math.sqrt(12.0 * CALLS);
        assertThat(mean).isBetween(documented.mean[retry] - off - 1, documented.mean[retry] + off);
      }
    }
  }

  @Test
  void jitter_before_the_cap_pins_delays_and_jitter_after_it_exceeds_the_cap() {
    assertThat(shareAt(30_000, "spring-retry-random", 12)).isEqualTo(1);
    assertThat(shareAt(30_000, "spring-retry-random", 9)).isBetween(0.81, 0.85);
    assertThat(shareAt(60_000, "smallrye-exponential", 9)).isEqualTo(1);
    assertThat(shareAt(200, "finagle", 20)).isBetween(0.1, 0.5);
    assertThat(shareAt(0, "smallrye", 1)).isBetween(0.48, 0.53);
    assertThat(shareAbove(30_000, "failsafe-backoff", 6)).isBetween(0.48, 0.52);
    assertThat(shareAbove(1_000, "grpc", 6)).isBetween(0.48, 0.52);
    assertThat(shareAbove(20_000, "aws-standard", 12)).isZero();
  }

  private static double shareAt(double millis, String name, int retry) {
    return share(name, retry, delay -> delay == millis);
  }

  private static double shareAbove(double millis, String name, int retry) {
    return share(name, retry, delay -> delay > millis);
  }

  private static double share(String name, int retry, java.util.function.DoublePredicate counted) {
    double[] last = draws(Presets.named(name).policy().backoff(), retry)[retry - 1];
    return Arrays.stream(last).filter(counted).count() / (double) CALLS;
  }

  private static double[][] draws(Backoff backoff, int retries) {
    SimulationRandom random = SimulationRandom.of(7);
    double[][] drawn = new double[retries][CALLS];
    for (int call = 0; call < CALLS; call++) {
      Progress progress = Progress.startingAt(0);
      for (int retry = 0; retry < retries; retry++) {
        progress = progress.attemptStarted(0, 0).attemptFinished(0);
        long delay = backoff.delayNanos(progress, View.NONE, 0, random);
        progress = progress.waiting(delay);
        drawn[retry][call] = delay / NANOS_A_MILLISECOND;
      }
    }
    return drawn;
  }

  @Test
  void the_budgets_refuse_at_the_documented_point() {
    assertThat(retriesInARowWithoutSuccess("aws-standard")).isEqualTo(100);
    assertThat(retriesInARowWithoutSuccess("aws-2026")).isEqualTo(35);
    assertThat(retriesInARowWithoutSuccess("aws-legacy")).isEqualTo(100);
    assertThat(retriesInARowWithoutSuccess("aws-legacy-throttled")).isEqualTo(1000);
    assertThat(retriesInARowWithoutSuccess("resilience4j")).isEqualTo(1000);
    // five failures leave five of ten tokens, which is not more than half
    assertThat(retriesInARowWithoutSuccess("grpc")).isEqualTo(4);
    // 10 per second over 10 seconds, limited to an eighth, and a fifth of the calls
    assertThat(retriesInARowWithoutSuccess("finagle")).isBetween(100, 140);
    RetryBudget envoy = Presets.named("envoy").budget().newInstance();
    envoy.callStarted(0);
    assertThat(Stream.generate(() -> envoy.tryAcquire(0)).limit(4))
        .containsExactly(true, true, true, false);
  }

  private static int retriesInARowWithoutSuccess(String name) {
    RetryBudget budget = Presets.named(name).budget().newInstance();
    for (int retries = 0; retries < 1000; retries++) {
      budget.callStarted(0);
      budget.firstAttemptFailed(0);
      if (!budget.tryAcquire(0)) {
        return retries;
      }
    }
    return 1000;
  }

  @Test
  void an_unknown_name_causes_an_error_that_lists_the_known_names() {
    assertThatThrownBy(() -> Presets.named("hystrix"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("there is no preset hystrix; there are failsafe, failsafe-backoff,")
        .hasMessageEndingWith("smallrye, smallrye-exponential");
  }
}
