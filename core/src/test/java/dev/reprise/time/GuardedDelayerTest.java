package dev.reprise.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardedDelayerTest {

  private final List<String> seen = new ArrayList<>();

  @Test
  @SuppressWarnings("NullAway") // a timer that misbehaves
  void a_timer_that_returns_no_handle_has_rejected_the_task() {
    Delayer guarded = Delayer.guarded((task, nanos) -> null);

    assertThrows(NullPointerException.class, () -> guarded.schedule(() -> {}, 1));
  }

  @Test
  void a_rejection_is_thrown_as_it_is() {
    Error full = new OutOfMemoryError("no thread");
    Delayer guarded =
        Delayer.guarded(
            (task, nanos) -> {
              throw full;
            });

    assertSame(full, assertThrows(Error.class, () -> guarded.schedule(() -> {}, 1)));
  }

  @Test
  void a_handle_that_throws_has_no_effect() {
    Delayer guarded =
        Delayer.guarded(
            (task, nanos) -> {
              task.run();
              seen.add("scheduled after " + nanos);
              return () -> {
                seen.add("cancelled");
                throw new IllegalStateException("cannot cancel");
              };
            });

    guarded.schedule(() -> seen.add("ran"), 7).cancel();

    assertEquals(List.of("ran", "scheduled after 7", "cancelled"), seen);
  }

  @Test
  void a_timer_that_needs_no_guard_has_none() {
    Delayer guarded = Delayer.guarded((task, nanos) -> () -> {});

    assertSame(guarded, Delayer.guarded(guarded));
    assertSame(Delayer.system(), Delayer.guarded(Delayer.system()));
    assertThrows(NullPointerException.class, () -> Delayer.guarded(null));
  }
}
