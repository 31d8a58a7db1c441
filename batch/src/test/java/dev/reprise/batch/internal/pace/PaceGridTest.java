package dev.reprise.batch.internal.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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
    "0.01, 0.005, 1, 9000",
    "0.02, 0.005, 1, 9001",
    "0.02,  0.05, 8, 9007",
    " 0.3,   0.3, 8, 9000",
    " 0.3,   0.3, 8, 9010",
    " 0.3,     1, 1, 9002",
  })
  void a_share_that_seemed_higher_at_first_is_not_taken_for_a_capacity(
      double share, double latency, int calls, long seed) {
    isFast(cell(SimulatedService.refusing(share, 0), new double[] {latency, calls}), seed);
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
