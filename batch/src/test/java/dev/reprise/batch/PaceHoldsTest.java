package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.internal.pace.SharedRate;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that an adaptive pace uses the capacity within 5 % in every window of two seconds (or of
 * twenty calls, if that is longer), and one call at the edge of the window.
 */
class PaceHoldsTest {

  private static final double SECONDS = 20;

  private static void holds(PaceScenario scenario) {
    double window = scenario.window();
    double saved = scenario.burst() * scenario.capacity();
    double flood = Math.max(1, scenario.possible() - scenario.capacity());
    double length = 1.1 * saved / flood + 5 * window + SECONDS;

    Meter meter = scenario.run(Pace.adaptive(), length + 10);

    double from = meter.firstRefusal() + 5 * window;
    double to = from + Math.max(SECONDS, 5 * window);
    double call = meter.most();
    String found = scenario + " from " + from + ": ";
    assertThat(from).as(found).isFinite();
    assertThat(meter.worst(scenario.capacity(), from, to, window, call))
        .as(found + "worst window")
        .isLessThan(0.05);
    assertThat(meter.amplitude(from, to, window, call)).as(found + "amplitude").isLessThan(0.06);
    assertThat(meter.refused(from, to)).as(found + "refused").isLessThan(0.03);
  }

  @ParameterizedTest
  @CsvSource({
    // units per second, seconds saved up, duration in ms, units of the largest item, parallel calls
    "    50, 0.2,  2, 1,  1",
    "    50,   1, 50, 1,  8",
    "    50,   5, 20, 1, 64",
    "   200, 0.2, 50, 1,  8",
    "   500, 0.2, 20, 1,  8",
    "   500, 300,  2, 1,  8",
    "  1000, 0.2,  2, 1, 64",
    "  1000,   5, 50, 1,  8",
    "  5000, 0.2, 20, 1,  8",
    "  5000,   1,  2, 1,  8",
    "  5000,   5, 50, 1, 64",
    "  5000,   1, 20, 4,  8",
    " 40000, 0.2,  2, 4, 64",
    " 40000,   1, 20, 4, 64",
  })
  void finds_the_capacity_within_five_percent(
      double capacity, double burst, int latencyMs, int mostCost, int parallelism) {
    holds(new PaceScenario(capacity, burst, latencyMs, mostCost, parallelism));
  }

  static Stream<PaceScenario> grid() {
    return DoubleStream.of(50, 200, 500, 1_000, 5_000, 40_000)
        .boxed()
        .flatMap(
            capacity ->
                DoubleStream.of(0.2, 1, 5)
                    .boxed()
                    .flatMap(
                        burst ->
                            IntStream.of(2, 20, 50)
                                .boxed()
                                .flatMap(
                                    latency ->
                                        IntStream.of(1, 8, 64)
                                            .mapToObj(
                                                calls ->
                                                    new PaceScenario(
                                                        capacity, burst, latency, 1, calls)))))
        .filter(scenario -> scenario.possible() > 1.4 * scenario.capacity());
  }

  @Tag("proof")
  @ParameterizedTest
  @MethodSource("grid")
  void finds_any_capacity_with_any_burst_and_any_duration_of_calls(PaceScenario scenario) {
    holds(scenario);
  }

  /** If items are large compared with the units of a second, only long windows are meaningful. */
  @ParameterizedTest
  @CsvSource({
    "   50, 300,  2, 400, 1",
    "  200,   5, 20, 400, 8",
    " 1000,   1,  2, 400, 8",
    " 5000,   1, 20, 400, 8",
  })
  void finds_the_capacity_for_items_with_different_costs(
      double capacity, double burst, int latencyMs, int mostCost, int parallelism) {
    PaceScenario scenario = new PaceScenario(capacity, burst, latencyMs, mostCost, parallelism);
    double window = scenario.window();

    Meter meter = scenario.run(Pace.adaptive(), 20 * window + 300 * 50 / capacity);

    double from = meter.firstRefusal() + 5 * window;
    double to = from + 10 * window;
    assertThat(meter.takenBetween(from, to) / (capacity * (to - from))).isBetween(0.95, 1.05);
    assertThat(meter.refused(from, to)).isLessThan(0.25);
  }

  @Test
  void no_call_carries_more_than_a_tenth_of_a_second_of_a_slow_service() {
    Meter meter = new PaceScenario(100, 1, 5, 1, 8).run(Pace.adaptive(), 30);

    assertThat(meter.largest(20, 30)).isLessThanOrEqualTo(11);
  }

  @Test
  void textbook_aimd_does_not_find_it() {
    PaceScenario scenario = new PaceScenario(1_000, 1, 5, 1, 8);
    List<Pace> paces = List.of(aimd(0.5), aimd(0.95), Pace.adaptive());

    List<Double> worst =
        paces.stream()
            .map(pace -> scenario.run(pace, 100))
            .map(meter -> meter.worst(1_000, 60, 100, 2, meter.most()))
            .toList();

    assertThat(worst.get(0)).isGreaterThan(0.1);
    assertThat(worst.get(2)).isLessThan(0.05);
  }

  private static Pace aimd(double decrease) {
    return new Pace.Shared("aimd", new SharedRate(Aimd.to(1_000, decrease), true));
  }
}
