package dev.reprise.backoff;

import static dev.reprise.backoff.Delays.delay;
import static dev.reprise.backoff.Delays.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class BackoffSettingsTest {

  private final Duration minus = Duration.ofMillis(-1);
  private final Backoff doubling = Backoff.exponential(ms(100));

  @Test
  void refuses_settings_out_of_bounds_with_name_value_and_bound() {
    assertRefused("delay must be at least 0 s, but was -1 ms", () -> Backoff.fixed(minus));
    assertRefused("base must be at least 0 s, but was -1 ms", () -> Backoff.linear(minus));
    assertRefused(
        "increment must be at least 0 s, but was -1 ms", () -> Backoff.linear(ms(1), minus));
    assertRefused("base must be at least 0 s, but was -1 ms", () -> Backoff.fibonacci(minus));
    assertRefused("min must be at least 0 s, but was -1 ms", () -> Backoff.uniform(minus, ms(1)));
    assertRefused("cap must be more than 0 s, but was 0 s", () -> doubling.cappedAt(ms(0)));
    assertRefused("floor must be at least 0 s, but was -1 ms", () -> doubling.withFloor(minus));
    assertRefused(
        "factor must be at least 1 and finite, but was 0.5", () -> Backoff.exponential(ms(1), 0.5));
    assertRefused(
        "factor must be at least 1 and finite, but was NaN",
        () -> Backoff.exponential(ms(1), Double.NaN));
    assertRefused(
        "max must be at least the min of 5 ms, but was 4 ms", () -> Backoff.uniform(ms(5), ms(4)));
    assertRefused("sequence must have at least 1 delay, but had 0", Backoff::sequence);
    assertRefused(
        "delay 2 of the sequence must be at least 0 s, but was -1 ms",
        () -> Backoff.sequence(ms(1), minus));
    assertRefused(
        "cap must be at least the base of decorrelated, 10 ms, but was 9 ms",
        () -> Backoff.decorrelated(ms(10), ms(9)));
    assertRefused(
        "name must consist of letters, digits and _ . - and not be empty, but was 'a b'",
        () -> Backoff.custom("a b", (p, v, n, r) -> 0));
  }

  @Test
  void refuses_a_floor_above_the_cap_in_either_order() {
    String message = "floor must be at most the cap of 1 s, but was 2 s";
    assertRefused(message, () -> doubling.cappedAt(ms(1_000)).withFloor(ms(2_000)));
    assertRefused(message, () -> doubling.withFloor(ms(2_000)).cappedAt(ms(1_000)));
    assertEquals(ms(5), delay(doubling.withFloor(ms(5)).cappedAt(ms(5)), 3));
  }

  @Test
  void random_curves_refuse_jitter() {
    String message = "jitter must be none for decorrelated, which is random itself, but was full";
    Backoff decorrelated = Backoff.decorrelated(ms(10), ms(100));
    assertRefused(message, () -> decorrelated.jitter(Jitter.full()));
    assertEquals(decorrelated, decorrelated.jitter(Jitter.none()));
    assertThrows(
        IllegalArgumentException.class,
        () -> Backoff.uniform(ms(1), ms(2)).jitter(Jitter.proportional(0.1)));
  }

  @Test
  void a_cap_after_decorrelated_replaces_its_own() {
    assertEquals(
        Backoff.decorrelated(ms(10), ms(500)),
        Backoff.decorrelated(ms(10), ms(100)).cappedAt(ms(500)));
  }

  @Test
  void a_copy_changes_one_setting_and_leaves_the_original_unchanged() {
    Backoff all = doubling.withFloor(ms(1)).cappedAt(ms(9)).jitter(Jitter.equal());
    assertEquals("exponential(100ms, x2)", doubling.toString());
    assertEquals("exponential(100ms, x2, floor=1ms, cap=9ms, jitter=equal)", all.toString());
    assertEquals(doubling, all.withFloor(ms(0)).cappedAt(ofForever()).jitter(Jitter.none()));
  }

  private static Duration ofForever() {
    return Duration.ofSeconds(Long.MAX_VALUE);
  }

  @Test
  void backoffs_are_equal_by_value_and_functions_by_identity() {
    BackoffFunction function = (p, v, n, r) -> 0;
    assertEquals(Backoff.custom("a", function), Backoff.custom("a", function));
    assertNotEquals(Backoff.custom("a", function), Backoff.custom("b", function));
    assertNotEquals(Backoff.custom((p, v, n, r) -> 0), Backoff.custom((p, v, n, r) -> 0));
    assertEquals(Backoff.sequence(ms(1), ms(2)), Backoff.sequence(ms(1), ms(2)));
    assertNotEquals(Backoff.sequence(ms(1), ms(2)), Backoff.sequence(ms(1)));
    assertNotEquals(doubling, doubling.jitter(Jitter.full()));
    assertEquals(Jitter.proportional(0.2), Jitter.proportional(0.2));
    assertNotEquals(Jitter.proportional(0.2), Jitter.proportional(0.3));
  }

  @Test
  void a_sequence_ignores_later_changes_of_the_given_array() {
    Duration[] delays = ms(1, 2);
    Backoff backoff = Backoff.sequence(delays);
    delays[0] = ms(9);
    assertEquals(ms(1), delay(backoff, 1));
  }

  @Test
  void reports_jitter_cap_and_code() {
    assertFalse(doubling.hasJitter());
    assertTrue(doubling.jitter(Jitter.full()).hasJitter());
    assertTrue(Backoff.uniform(ms(1), ms(2)).hasJitter());
    assertEquals(Jitter.full(), doubling.jitter(Jitter.full()).jitter());
    assertEquals(Long.MAX_VALUE, doubling.capNanos());
    assertEquals(ms(5).toNanos(), doubling.cappedAt(ms(5)).capNanos());
    assertFalse(doubling.isCustom());
    assertTrue(Backoff.custom((p, v, n, r) -> 0).isCustom());
  }

  @Test
  void null_is_refused() {
    assertThrows(NullPointerException.class, () -> Backoff.fixed(null));
    assertThrows(NullPointerException.class, () -> Backoff.sequence(ms(1), null));
    assertThrows(NullPointerException.class, () -> Backoff.custom(null));
    assertThrows(NullPointerException.class, () -> Backoff.custom(null, (p, v, n, r) -> 0));
    assertThrows(NullPointerException.class, () -> Backoff.parse(null));
    assertThrows(NullPointerException.class, () -> doubling.cappedAt(null));
    assertThrows(NullPointerException.class, () -> doubling.withFloor(null));
    assertThrows(NullPointerException.class, () -> doubling.jitter(null));
    assertThrows(NullPointerException.class, () -> doubling.thenAfter(1, null));
  }

  private static void assertRefused(String message, Supplier<Backoff> build) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, build::get).getMessage());
  }
}
