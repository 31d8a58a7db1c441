package dev.reprise.budget;

import static dev.reprise.budget.Calls.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountWindowTest {

  private final CountWindow window = new CountWindow(10 * SECOND, 2);

  @Test
  void counts_kinds_separately() {
    window.add(0, 0);
    window.add(1, 0);
    window.add(1, 0);
    assertEquals(1, window.sum(0, 0));
    assertEquals(2, window.sum(1, 0));
  }

  @Test
  void counts_an_old_tick_in_the_newest_slot() {
    window.add(0, 100 * SECOND);
    window.add(0, 20 * SECOND);
    assertEquals(2, window.sum(0, 100 * SECOND));
    assertEquals(2, window.sum(0, 109 * SECOND));
    assertEquals(0, window.sum(0, 111 * SECOND));
  }

  @Test
  void a_ring_without_events_for_many_rounds_is_empty() {
    for (long tick = 0; tick < 20 * SECOND; tick += SECOND / 10) {
      window.add(0, tick);
    }
    assertEquals(0, window.sum(0, 20 * SECOND + (1L << 34) * 1_000));
  }

  /**
   * Settled slots are summed once for each slot: before, within and after the slot the sums are
   * correct.
   */
  @Test
  void repeated_sums_include_every_count() {
    long start = -3 * SECOND;
    for (int tenth = 0; tenth < 400; tenth++) {
      long now = start + tenth * SECOND / 10;
      window.add(tenth % 2, now);
      CountWindow anew = new CountWindow(10 * SECOND, 2);
      for (int before = 0; before <= tenth; before++) {
        anew.add(before % 2, start + before * SECOND / 10);
      }
      assertEquals(anew.sum(0, now), window.sum(0, now));
      assertEquals(anew.sum(1, now), window.sum(1, now));
      assertEquals(window.sum(0, now), window.sum(0, now));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void is_empty_before_the_first_count_and_after_the_last_one_expires(int kind) {
    assertTrue(window.isEmpty(0));
    window.add(kind, 0);
    for (long tick = 0; tick < 20 * SECOND; tick += SECOND / 10) {
      assertEquals(window.sum(kind, tick) == 0, window.isEmpty(tick), "at " + tick);
    }
    assertTrue(window.isEmpty(20 * SECOND));
  }

  @Test
  void saturates_at_the_limit() {
    assertTrue(window.tryAdd(0, 2, 0));
    assertTrue(window.tryAdd(0, 2, 5 * SECOND));
    assertFalse(window.tryAdd(0, 2, 9 * SECOND));
    assertTrue(window.tryAdd(0, 2, 11 * SECOND));
    assertFalse(window.tryAdd(0, 0, 60 * SECOND));
  }

  /** Contains every event younger than 7/8 of the window, and none older than 9/8. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 10, 17, 30, 60})
  void is_exact_to_an_eighth_for_any_length(long seconds) {
    CountWindow other = new CountWindow(seconds * SECOND, 1);
    Random random = new Random(seconds);
    Deque<Long> ticks = new ArrayDeque<>();
    long start = Long.MAX_VALUE - 40 * seconds * SECOND; // the clock wraps during the test
    for (long now = start; now - start < 80 * seconds * SECOND; ) {
      now += (long) (random.nextDouble() * seconds * SECOND / 20);
      other.add(0, now);
      ticks.add(now);
      long tick = now;
      long young = ticks.stream().filter(t -> tick - t <= seconds * SECOND * 7 / 8).count();
      ticks.removeIf(t -> tick - t > seconds * SECOND * 9 / 8);
      long sum = other.sum(0, now);
      assertTrue(young <= sum && sum <= ticks.size(), young + " " + sum + " " + ticks.size());
    }
  }
}
