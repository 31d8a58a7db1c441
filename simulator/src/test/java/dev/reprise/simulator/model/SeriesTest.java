package dev.reprise.simulator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesTest {

  private static final long SECOND = 1_000_000_000L;

  @Test
  void the_duration_of_a_slice_is_that_of_95_percent_of_the_calls_that_end_in_it() {
    SlicedDurations durations = new SlicedDurations(SECOND);
    for (int i = 100; i >= 1; i--) {
      durations.add(SECOND - i, i * SECOND);
    }
    durations.add(2 * SECOND, 7 * SECOND);
    assertThat(durations.bySlice(4)).containsExactly(95, Double.NaN, 7, Double.NaN);
  }

  @Test
  void later_slices_do_not_change_earlier_ones() {
    SlicedDurations durations = new SlicedDurations(SECOND);
    durations.add(0, 3 * SECOND);
    assertThat(durations.bySlice(2)).containsExactly(3, Double.NaN);
    durations.add(200 * SECOND, 5 * SECOND);
    assertThat(durations.bySlice(201)).startsWith(3, Double.NaN).endsWith(Double.NaN, 5);
  }

  @Test
  void calls_that_fail_have_a_duration_too() {
    TrafficCounter counter = new TrafficCounter(SECOND);
    counter.recordDurations();
    counter.callEnded(SECOND / 2, 3, 4 * SECOND, StopReason.ATTEMPTS);
    assertThat(counter.durationsBySlice(1)).containsExactly(4);
    assertThat(new TrafficCounter(SECOND).durationsBySlice(1)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"outage-hang", "three-layers"})
  void an_observed_run_has_a_value_of_each_series_for_each_second(String name) {
    Scenario scenario =
        Scenarios.named(name)
            .with("rate", "20")
            .with("workers", "3")
            .with("fault-start", "5s")
            .with("fault-length", "5s")
            .with("watch", "30s");
    Run run = scenario.model().run(scenario.contenders().get(1), new Seed(1, 0), true);
    assertThat(run.series())
        .extracting(Series::name)
        .containsExactly("goodput", "load", "amplification", "duration", "queue");
    assertThat(run.series())
        .extracting(series -> series.values().length)
        .containsOnly(run.series().get(0).values().length);
    double[] load = run.series().get(1).values();
    double[] amplification = run.series().get(2).values();
    assertThat(load[2] / amplification[2]).isEqualTo(Math.rint(load[2] / amplification[2]));
  }
}
