package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitsTest {

  private final Waits waits = new Waits();
  private final List<String> woken = new ArrayList<>();

  @Test
  void are_all_woken_by_a_shutdown() {
    waits.enter(() -> woken.add("one"));
    waits.enter(() -> woken.add("other"));
    assertFalse(waits.isShutDown());

    waits.shutDown();

    assertTrue(waits.isShutDown());
    assertEquals(2, woken.size());
  }

  @Test
  void are_not_woken_once_they_have_ended() {
    Runnable waker = () -> woken.add("ended");
    waits.enter(waker);
    waits.leave(waker);
    waits.leave(waker);

    waits.shutDown();

    assertEquals(List.of(), woken);
    assertEquals(0, waits.size());
  }

  @Test
  void see_the_flag_before_they_are_woken() {
    waits.enter(() -> woken.add("shut down: " + waits.isShutDown()));

    waits.shutDown();

    assertEquals(List.of("shut down: true"), woken);
  }

  @Test
  void may_leave_while_they_are_woken() {
    Runnable waker =
        new Runnable() {
          @Override
          public void run() {
            waits.leave(this);
          }
        };
    waits.enter(waker);

    waits.shutDown();

    assertEquals(0, waits.size());
  }
}
