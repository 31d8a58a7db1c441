package dev.reprise.batch.internal.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the adaptive rate in virtual time. */
class PaceGridTest {

  private static PaceGrid.Cell cell(SimulatedService service, double[] shape) {
    return new PaceGrid.Cell("", service, shape[0], (int) shape[1], 0);
  }

  static Stream<PaceGrid.Cell> someIndependent() {
    SimulatedService neighbour = SimulatedService.refusing(0, 0).blockedFor(0.03);
    double[] shape = {0.005, 8};
    return Stream.of(
        cell(SimulatedService.refusing(0.002, 0), shape),
        cell(SimulatedService.refusing(0.01, 0), shape),
        cell(SimulatedService.refusing(0, 0.05), shape),
        cell(SimulatedService.refusing(0.3, 0), shape),
        cell(neighbour, shape));
  }

  private static void isFast(PaceGrid.Cell cell, long seed) {
    double unlimited = cell.run(false, seed).accepted();

    assertThat(cell.run(true, seed).accepted())
        .as("%s, seed %d", cell, seed)
        .isGreaterThan(0.7 * unlimited);
  }

  @ParameterizedTest
  @MethodSource("someIndependent")
  void refusals_that_do_not_depend_on_the_rate_do_not_reduce_it(PaceGrid.Cell cell) {
    isFast(cell, 1);
  }

  /** The first refusals may be close together, so that their share seems far too high. */
  @ParameterizedTest
  @CsvSource({
    // share of refused calls, duration in seconds, parallel calls, seed
    "0.01, 0.005, 1, 9036",
    "0.02, 0.005, 1, 9001",
    "0.02,  0.05, 8, 9007",
    " 0.3,   0.3, 8, 9000",
    " 0.3,     1, 1, 9002",
  })
  void a_share_that_seemed_higher_at_first_is_not_taken_for_a_capacity(
      double share, double latency, int calls, long seed) {
    isFast(cell(SimulatedService.refusing(share, 0), new double[] {latency, calls}), seed);
  }

  /** The refusals come in one burst each second; a comparison may be between two bursts. */
  @ParameterizedTest
  @ValueSource(longs = {30_000, 30_001, 30_002})
  void many_short_calls_are_not_slowed_down_by_a_neighbour(long seed) {
    isFast(cell(SimulatedService.refusing(0, 0).blockedFor(0.03), new double[] {0.02, 64}), seed);
  }

  /** Two calls of 0.3 s, of 1.6 units each on average, are as many as the rate. */
  @Test
  void calls_of_a_few_units_use_the_whole_rate() {
    PaceGrid.Cell cell = cell(SimulatedService.ofCapacity(10, 1), new double[] {0.3, 2});

    assertThat(cell.run(true, 30_000).accepted()).isGreaterThan(9.5);
  }

  /** As many calls are refused as before, but ten times as much of each. */
  @ParameterizedTest
  @ValueSource(longs = {60_012, 60_195, 70_002})
  void a_capacity_that_decreases_during_a_comparison_is_not_taken_for_random_refusals(long seed) {
    SimulatedService service = SimulatedService.ofCapacity(100, 1).changedAt(20, 0.1);

    assertThat(cell(service, new double[] {1, 4}).run(true, seed).refused()).isLessThan(0.05);
  }

  /** One refused unit of a few is not enough for a lower rate. */
  @Test
  void a_few_long_calls_use_the_capacity() {
    PaceGrid.Cell cell = cell(SimulatedService.ofCapacity(10, 1), new double[] {1, 2});

    List<PaceGrid.Result> minutes =
        LongStream.range(50_000, 50_006).mapToObj(seed -> cell.run(true, seed)).toList();

    assertThat(minutes.stream().mapToDouble(PaceGrid.Result::accepted).average().orElseThrow())
        .isGreaterThan(9.48);
    assertThat(minutes).allSatisfy(minute -> assertThat(minute.refused()).isLessThan(0.05));
  }

  /**
   * Each of two runs sees the same refusals at any rate of its own, because the other one takes
   * what it leaves. Both ask again at the same time.
   */
  @ParameterizedTest
  @CsvSource({
    // capacity, burst in seconds, duration in seconds, parallel calls, seed
    "2000, 5, 0.005,  1, 50001",
    "2000, 5, 0.005,  1, 50003",
    "2000, 5, 0.005,  1, 50004",
    "  50, 1,     1,  4, 50000",
    "  50, 1,     1,  4, 50002",
    " 200, 1,     1, 16, 50001",
  })
  void two_runs_do_not_both_take_a_capacity_for_refusals_at_any_rate(
      double capacity, double burst, double latency, int calls, long seed) {
    SimulatedService service = SimulatedService.ofCapacity(capacity, burst);
    PaceGrid.Cell cell = new PaceGrid.Cell("", service, latency, calls, 0, 7);

    assertThat(cell.run(true, seed).refused()).isLessThan(0.05);
  }

  /** The second run has compared just before; without it, the first one proves nothing. */
  @ParameterizedTest
  @ValueSource(longs = {80_000, 80_007, 80_016, 80_017})
  void a_first_comparison_at_the_common_time_is_not_omitted(long seed) {
    PaceGrid.Cell cell = new PaceGrid.Cell("", SimulatedService.ofCapacity(50, 1), 1, 2, 0, 7);

    assertThat(cell.run(true, seed).refused()).isLessThan(0.15);
  }

  /**
   * The second run measures while the first one sends far too much, or takes the whole capacity, so
   * its first rate is far below its share.
   */
  @ParameterizedTest
  @CsvSource({
    // capacity, burst in seconds, duration in seconds, goal
    "  200, 5,    1, 0.95",
    "20000, 1, 0.05, 0.97",
  })
  void a_run_that_begins_later_gets_its_share(
      double capacity, double burst, double latency, double goal) {
    SimulatedService service = SimulatedService.ofCapacity(capacity, burst);
    PaceGrid.Cell cell = new PaceGrid.Cell("", service, latency, 64, 0, 7);

    assertThat(
            LongStream.range(70_000, 70_020)
                .mapToDouble(seed -> cell.run(true, seed).jain())
                .average()
                .orElseThrow())
        .isGreaterThan(goal);
  }

  /** After a period of five seconds, the rate doubles once, and not five times. */
  @ParameterizedTest
  @CsvSource({
    // capacity, duration in seconds, parallel calls, seed
    " 50, 0.02,  4, 50004",
    "200, 0.05, 16, 50000",
  })
  void a_run_that_takes_a_capacity_for_refusals_at_any_rate_increases_slowly(
      double capacity, double latency, int calls, long seed) {
    SimulatedService service = SimulatedService.ofCapacity(capacity, 5);
    PaceGrid.Cell cell = new PaceGrid.Cell("", service, latency, calls, 0, 7);

    assertThat(cell.run(true, seed).refused()).isLessThan(0.1);
  }

  /** While the only call waits for its backoff, the service saves capacity. */
  @ParameterizedTest
  @ValueSource(longs = {30_000, 30_002})
  void the_pauses_of_a_single_call_are_part_of_the_rate_that_is_compared(long seed) {
    SimulatedService service = SimulatedService.ofCapacity(10_000, 1).changedAt(20, 0.1);

    assertThat(cell(service, new double[] {0.001, 1}).run(true, seed).refused()).isLessThan(0.05);
  }

  /** With few slow calls, 64 calls take far longer than the period in which they are counted. */
  @Test
  void more_refusals_of_a_few_slow_calls_end_the_state_without_a_limit() {
    PaceGrid.Cell cell = new PaceGrid.Cell("", SimulatedService.ofCapacity(10, 5), 1, 8, 0);

    assertThat(cell.run(true, 30_000).refused()).isLessThan(0.05);
  }

  /** A service whose places are all taken refuses a call as a whole, however small it is. */
  @ParameterizedTest
  @CsvSource({"0.05, 4", "0.3, 8", "1, 8", "1, 16"})
  void calls_stay_large_where_smaller_ones_are_refused_too(double latency, int calls) {
    PaceGrid.Cell cell = cell(SimulatedService.ofPlaces(3), new double[] {latency, calls});

    PaceGrid.Result adaptive = cell.run(true, 1);

    assertThat(adaptive.accepted()).isGreaterThan(0.6 * cell.run(false, 1).accepted());
    assertThat(adaptive.refused()).isLessThan(0.12);
  }
}
