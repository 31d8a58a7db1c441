package dev.reprise.simulator.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.simulator.engine.SimulationRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceTimeTest {

  private static final int TIMES = 40_000;

  @Test
  void half_of_the_times_are_below_the_median() {
    for (ServiceTime service :
        List.of(
            ServiceTime.exponential(7e6),
            ServiceTime.logNormal(7e6, 1.3),
            ServiceTime.ofPercentiles(7e6, 90e6),
            ServiceTime.exponential(7e6).growing(2))) {
      SimulationRandom random = SimulationRandom.of(5);
      double median = service.medianNanos();
      int below = 0;
      for (int i = 0; i < TIMES; i++) {
        below += service.nanos(1, 0, random) < median ? 1 : 0;
      }
      assertThat(below / (double) TIMES).as("%s", service).isCloseTo(0.5, within(0.01));
    }
  }

  @Test
  void the_median_of_a_constant_time_is_that_time() {
    assertThat(ServiceTime.constant(7e6).medianNanos()).isEqualTo(7e6);
    assertThat(ServiceTime.ofPercentiles(7e6, 90e6).medianNanos()).isEqualTo(7e6);
    assertThat(ServiceTime.exponential(1).medianNanos()).isEqualTo(Math.log(2));
  }
}
