package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a capacity that changes about 25 s after the start. */
class PaceChangesTest {

  private static final double CHANGE = 25;
  private static final double OUTAGE = 25.5;

  private static Meter run(
      double capacity, double burst, int calls, Consumer<PaceScenario.Stage> changes) {
    return new PaceScenario(capacity, burst, 5, 1, calls).run(Pace.adaptive(), 70, changes);
  }

  private static double settled(Meter meter, double from, double to, double capacity) {
    return meter.settledAfter(capacity, from, to, 2, meter.most(), 0.05);
  }

  @ParameterizedTest
  @CsvSource({"200, 0.5, 8", "200, 5, 1", "2000, 0.5, 8", "2000, 5, 64", "20000, 1, 8"})
  void half_the_capacity_is_found_at_once(double capacity, double burst, int calls) {
    Meter meter =
        run(
            capacity,
            burst,
            calls,
            stage -> stage.at(CHANGE, () -> stage.table().changeRate(capacity / 2)));

    assertThat(settled(meter, CHANGE, 60, capacity / 2)).isLessThan(2);
    assertThat(meter.refused(CHANGE, 60)).isLessThan(0.07);
  }

  /** The table accepts its saved units at once, which counts as too many. */
  @ParameterizedTest
  @CsvSource({"200, 0.5, 8", "2000, 0.5, 8", "2000, 5, 64", "20000, 1, 32"})
  void twice_the_capacity_is_found_in_eight_seconds(double capacity, double burst, int calls) {
    Meter meter =
        run(
            capacity,
            burst,
            calls,
            stage -> stage.at(CHANGE, () -> stage.table().changeRate(capacity * 2)));

    assertThat(settled(meter, CHANGE, 60, capacity * 2)).isLessThan(8);
    assertThat(meter.takenBetween(CHANGE, 60) / (35 * 2 * capacity)).isGreaterThan(0.88);
  }

  /** Unprocessed items wait for up to five seconds, the longest backoff. */
  @ParameterizedTest
  @CsvSource({
    "200, 0.5, 8",
    "500, 5, 8",
    "2000, 0.5, 1",
    "2000, 0.5, 8",
    "2000, 5, 64",
    "20000, 1, 8"
  })
  void the_rate_is_unchanged_after_an_outage_of_ten_seconds(
      double capacity, double burst, int calls) {
    Meter meter =
        run(
            capacity,
            burst,
            calls,
            stage -> {
              stage.at(OUTAGE, () -> stage.table().changeRate(0));
              stage.at(OUTAGE + 10, () -> stage.table().changeRate(capacity));
            });

    assertThat(settled(meter, OUTAGE + 10, 69, capacity)).isLessThan(7);
    assertThat(meter.takenBetween(OUTAGE + 10, 65) / (30 * capacity)).isGreaterThan(0.9);
    assertThat(meter.sentBetween(OUTAGE + 4, OUTAGE + 10)).isLessThan(2 * capacity + 200);
  }

  @ParameterizedTest
  @CsvSource({"200, 0.5, 8", "2000, 0.5, 8", "2000, 5, 64", "20000, 1, 8"})
  void another_writer_comes_and_goes(double capacity, double burst, int calls) {
    Meter meter =
        run(
            capacity,
            burst,
            calls,
            stage -> {
              for (double at = CHANGE; at < 45; at += 0.01) {
                stage.at(at, () -> stage.table().takeForAnother(capacity * 0.004));
              }
            });

    assertThat(settled(meter, CHANGE, 45, 0.6 * capacity)).isLessThan(2);
    assertThat(settled(meter, 45, 69, capacity)).isLessThan(14);
    assertThat(meter.refused(CHANGE, 70)).isLessThan(0.05);
  }
}
