package dev.reprise.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShutdownSignalTest {

  private final ShutdownSignal waits = new ShutdownSignal();
  private final List<String> woken = new ArrayList<>();

  @Test
  void a_shutdown_wakes_all_waits() {
    waits.enter(() -> woken.add("one"));
    waits.enter(() -> woken.add("other"));
    assertFalse(waits.isShutDown());

    waits.shutDown();

    assertTrue(waits.isShutDown());
    assertEquals(2, woken.size());
  }

  @Test
  void ended_waits_are_not_woken() {
    Runnable waker = () -> woken.add("ended");
    waits.enter(waker);
    waits.leave(waker);
    waits.leave(waker);

    waits.shutDown();

    assertEquals(List.of(), woken);
    assertEquals(0, waits.size());
  }

  @Test
  void waits_read_the_flag_before_they_are_woken() {
    waits.enter(() -> woken.add("shut down: " + waits.isShutDown()));

    waits.shutDown();

    assertEquals(List.of("shut down: true"), woken);
  }

  @Test
  void all_waits_are_woken_even_if_one_of_them_throws() {
    IllegalStateException bug = new IllegalStateException("a bug");
    for (int i = 0; i < 8; i++) {
      waits.enter(() -> woken.add("slept"));
      Runnable unused =
          waits.onShutdown(
              () -> {
                woken.add("threw");
                throw bug;
              });
    }

    assertSame(bug, assertThrows(IllegalStateException.class, waits::shutDown));

    assertEquals(16, woken.size());
    assertEquals(0, bug.getSuppressed().length);
  }

  @Test
  void wakes_sleeping_threads_before_any_action_runs() {
    for (int i = 0; i < 100; i++) {
      Runnable unused = waits.onShutdown(() -> woken.add("action"));
      waits.beginSleep(() -> woken.add("slept"));
    }

    waits.shutDown();

    assertEquals(100, woken.lastIndexOf("slept") + 1);
    assertEquals(100, woken.indexOf("action"));
  }

  @Test
  void waits_are_woken_before_any_action_runs() {
    for (int i = 0; i < 100; i++) {
      Runnable unused = waits.onShutdown(() -> woken.add("action"));
      waits.enter(() -> woken.add("waited"));
    }

    waits.shutDown();

    assertEquals(100, woken.lastIndexOf("waited") + 1);
    assertEquals(100, woken.indexOf("action"));
  }

  @Test
  void removes_an_action_that_has_run_even_if_it_threw() {
    Runnable unused = waits.onShutdown(() -> woken.add("early"));
    Runnable failing =
        waits.onShutdown(
            () -> {
              throw new IllegalStateException("a bug");
            });

    assertThrows(IllegalStateException.class, waits::shutDown);
    Runnable late = waits.onShutdown(() -> woken.add("late"));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            waits.onShutdown(
                () -> {
                  throw new IllegalArgumentException("late");
                }));
    waits.shutDown();

    assertEquals(List.of("early", "late"), woken);
    assertEquals(0, waits.size());
    failing.run();
    late.run();
  }

  @Test
  void waits_may_end_while_they_are_woken() {
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
