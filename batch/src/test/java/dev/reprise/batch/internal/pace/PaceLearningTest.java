package dev.reprise.batch.internal.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Measures how long a load takes from its start, as a multiple of its time without a pace, if
 * refusals do not depend on the rate. Nothing is known about the service at first.
 */
class PaceLearningTest {

  /** A server process that starts with the load, and needs eight times as long at first. */
  private static final SimulatedService.Processor COLD =
      new SimulatedService.Processor(2, 0.0025, 8, 300, 0.04);

  private static final SimulatedService.Processor WARM =
      new SimulatedService.Processor(2, 0.003, 1, 1, 0.04);

  private static double[] slowdowns(SimulatedService service, double latency, int calls) {
    PaceGrid.Cell cell = new PaceGrid.Cell("", service, latency, calls, 0);
    return LongStream.range(0, 10).mapToDouble(seed -> cell.slowdown(5, seed)).toArray();
  }

  private static double mean(double[] values) {
    return DoubleStream.of(values).average().orElseThrow();
  }

  private static double highest(double[] values) {
    return DoubleStream.of(values).max().orElseThrow();
  }

  /** As {@code dynamodb serve --fail 0.05}: one of five faults is a throttling. */
  @ParameterizedTest
  @CsvSource({"4, true", "8, true", "16, true", "8, false"})
  void a_short_load_into_a_server_with_faults_takes_hardly_longer_than_without_a_pace(
      int calls, boolean cold) {
    SimulatedService server = SimulatedService.refusing(0.01, 0).processedBy(cold ? COLD : WARM);

    assertThat(highest(slowdowns(server, 0.001, calls))).isLessThan(1.2);
  }

  @ParameterizedTest
  @CsvSource({
    // share of refused calls, duration in seconds, parallel calls
    "0.002, 0.001,  1",
    " 0.01, 0.005,  1",
    " 0.01,  0.05, 64",
    " 0.05, 0.005,  8",
    " 0.05,  0.05, 64",
    "  0.1,  0.05,  8",
  })
  void refusals_at_random_are_recognized_before_a_short_load_ends(
      double share, double latency, int calls) {
    double[] slowdowns = slowdowns(SimulatedService.refusing(share, 0), latency, calls);

    assertThat(mean(slowdowns)).isLessThan(1.4);
    assertThat(highest(slowdowns)).isLessThan(2);
  }

  /** It refuses all calls of 30 ms in each second. */
  @ParameterizedTest
  @CsvSource({"0.001, 4", "0.005, 8", "0.05, 64"})
  void a_neighbour_is_recognized_before_a_short_load_ends(double latency, int calls) {
    SimulatedService neighbour = SimulatedService.refusing(0, 0).blockedFor(0.03);

    assertThat(mean(slowdowns(neighbour, latency, calls))).isLessThan(1.9);
  }
}
