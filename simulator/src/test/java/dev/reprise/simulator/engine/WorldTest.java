package dev.reprise.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class WorldTest {

  private static final long MILLISECOND = 1_000_000;

  private final World world = new World();

  @Test
  void a_run_whose_time_stands_still_fails() {
    World.Port[] port = new World.Port[1];
    port[0] = world.join((kind, slot, serial) -> port[0].at(world.nowNanos(), 0, 0, 0));
    port[0].at(5 * MILLISECOND, 0, 0, 0);

    assertThatIllegalStateException()
        .isThrownBy(() -> world.runUntil(Long.MAX_VALUE - 1))
        .withMessageStartingWith("the simulated time stands still at 5ms");
  }

  @Test
  void many_events_at_one_time_are_handled() {
    int[] handled = new int[1];
    World.Port port = world.join((kind, slot, serial) -> handled[0]++);
    for (int i = 0; i < 1_000_000; i++) {
      port.at(MILLISECOND, 0, i, 0);
    }
    world.runUntil(MILLISECOND);

    assertThat(handled[0]).isEqualTo(1_000_000);
  }
}
