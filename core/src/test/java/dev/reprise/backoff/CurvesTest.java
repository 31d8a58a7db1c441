package dev.reprise.backoff;

import static dev.reprise.backoff.Delays.delay;
import static dev.reprise.backoff.Delays.delays;
import static dev.reprise.backoff.Delays.ms;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.decision.Latencies;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CurvesTest {

  private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);

  @Test
  void none_never_waits() {
    assertArrayEquals(ms(0, 0, 0), delays(Backoff.none(), 3));
    assertEquals(Backoff.none(), Backoff.fixed(Duration.ZERO));
  }

  @Test
  void fixed_is_constant() {
    assertArrayEquals(ms(70, 70, 70), delays(Backoff.fixed(ms(70)), 3));
  }

  @Test
  void linear_adds_its_base_or_an_increment() {
    assertArrayEquals(ms(100, 200, 300, 400), delays(Backoff.linear(ms(100)), 4));
    assertArrayEquals(ms(100, 150, 200, 250), delays(Backoff.linear(ms(100), ms(50)), 4));
  }

  @Test
  void exponential_doubles_or_multiplies_by_a_factor() {
    assertArrayEquals(ms(100, 200, 400, 800), delays(Backoff.exponential(ms(100)), 4));
    assertArrayEquals(ms(1000, 1500, 2250), delays(Backoff.exponential(ms(1000), 1.5), 3));
    assertArrayEquals(ms(100, 115), delays(Backoff.exponential(ms(100), 1.15), 2));
    assertArrayEquals(ms(5, 5, 5), delays(Backoff.exponential(ms(5), 1), 3));
  }

  @Test
  void fibonacci_adds_the_two_previous_delays() {
    assertArrayEquals(ms(10, 10, 20, 30, 50, 80, 130), delays(Backoff.fibonacci(ms(10)), 7));
  }

  @Test
  void sequence_repeats_its_last_delay() {
    Backoff sequence = Backoff.sequence(ms(1), ms(5), ms(2));
    assertArrayEquals(ms(1, 5, 2, 2, 2), delays(sequence, 5));
    assertEquals(ms(2), delay(sequence, Integer.MAX_VALUE));
  }

  @Test
  void uniform_draws_from_exactly_its_range() {
    RandomGenerator random = Delays.random(1);
    Backoff backoff = Backoff.uniform(Duration.ofNanos(3), Duration.ofNanos(6));
    boolean[] seen = new boolean[7];
    for (int i = 0; i < 1_000; i++) {
      seen[(int) delay(backoff, 1 + i, random)] = true;
    }
    assertArrayEquals(new boolean[] {false, false, false, true, true, true, true}, seen);
  }

  @Test
  void decorrelated_draws_up_to_three_times_the_previous_delay() {
    Backoff backoff = Backoff.decorrelated(ms(10), ms(1_000));
    assertEquals(ms(30), highest(backoff, 1, ms(999)), "the first delay has none before it");
    assertEquals(ms(30), highest(backoff, 2, ms(0)), "no previous delay counts as the base");
    assertEquals(ms(120), highest(backoff, 2, ms(40)));
    assertEquals(ms(1_000), highest(backoff, 3, ms(400)));
  }

  @Test
  void decorrelated_accumulates_at_the_cap_as_published() {
    assertEquals(0.31, shareAtCap(ms(10), ms(1_000)), 0.015);
    assertEquals(0.25, shareAtCap(ms(10), ms(10_000)), 0.015);
  }

  private static double shareAtCap(Duration base, Duration cap) {
    Backoff backoff = Backoff.decorrelated(base, cap);
    RandomGenerator random = Delays.random(2);
    int atCap = 0;
    int calls = 20_000;
    for (int i = 0; i < calls; i++) {
      atCap += Delays.lastOf(backoff, 60, random) == cap.toNanos() ? 1 : 0;
    }
    return (double) atCap / calls;
  }

  @Test
  void a_custom_function_gets_the_view_of_the_decision_and_cannot_return_less_than_zero() {
    List<Object> seen = new ArrayList<>();
    Backoff backoff =
        Backoff.custom(
            (progress, view, now, random) -> {
              seen.addAll(List.of(progress, view, now));
              return -5;
            });
    Progress progress = Delays.beforeRetry(2, 9);
    View view = new View(7, 3, Latencies.NONE);
    assertEquals(0, backoff.delayNanos(progress, view, 42, Delays.NO_RANDOM));
    assertEquals(List.of(progress, view, 42L), seen);
  }

  @Test
  void floor_cap_and_jitter_apply_to_a_custom_function_too() {
    Backoff backoff = Backoff.custom("far", (p, v, n, r) -> Long.MAX_VALUE).cappedAt(ms(10));
    assertEquals(ms(10), delay(backoff, 1));
    assertEquals(ms(5), Duration.ofNanos(delay(backoff.jitter(Jitter.equal()), 1, () -> 0)));
    Backoff low = Backoff.custom("low", (p, v, n, r) -> Long.MIN_VALUE).withFloor(ms(2));
    assertEquals(ms(2), delay(low, 1));
  }

  @Test
  void a_call_without_a_finished_attempt_gets_the_first_delay() {
    assertEquals(ms(100), delay(Backoff.exponential(ms(100)), 0));
    assertEquals(ms(100), delay(Backoff.exponential(ms(100)), -3));
  }

  @Test
  void whole_factors_are_exact_up_to_the_longest_delay() {
    for (int factor = 1; factor <= 12; factor++) {
      long base = 123_456_789_012_345_677L / factor;
      BigInteger exact = BigInteger.valueOf(base);
      Backoff backoff = Backoff.exponential(Duration.ofNanos(base), factor);
      for (int retry = 1; retry <= 70; retry++) {
        assertEquals(exact.min(LONGEST).longValue(), delay(backoff, retry).toNanos());
        exact = exact.multiply(BigInteger.valueOf(factor));
      }
    }
  }

  @Test
  void other_factors_are_right_to_twelve_digits() {
    BigDecimal exact = BigDecimal.valueOf(1_000_000);
    for (int retry = 1; retry <= 73; retry++) {
      double delay = delay(Backoff.exponential(ms(1), 1.5), retry).toNanos();
      assertEquals(exact.doubleValue(), delay, 0.5 + delay * 1e-12, "retry " + retry);
      exact = exact.multiply(BigDecimal.valueOf(1.5), MathContext.DECIMAL128);
    }
  }

  @Test
  void fibonacci_is_exact_up_to_the_longest_delay() {
    BigInteger now = BigInteger.ONE;
    BigInteger next = BigInteger.ONE;
    for (int retry = 1; retry <= 100; retry++) {
      Duration delay = delay(Backoff.fibonacci(Duration.ofNanos(1)), retry);
      assertEquals(now.min(LONGEST).longValue(), delay.toNanos());
      BigInteger sum = now.add(next);
      now = next;
      next = sum;
    }
  }

  @Tag("random")
  @Test
  void growing_curves_never_decrease() {
    RandomBackoffs settings = new RandomBackoffs(Delays.random(3));
    for (int i = 0; i < 2_000; i++) {
      Duration base = settings.duration();
      for (Backoff growing :
          List.of(
              Backoff.linear(base, settings.duration()),
              Backoff.exponential(base, settings.factor()),
              Backoff.fibonacci(base),
              Backoff.exponential(base, 1.0001).cappedAt(settings.duration()))) {
        assertGrows(growing);
      }
    }
  }

  private static void assertGrows(Backoff backoff) {
    long before = 0;
    for (int retry = 1; retry > 0 && retry < 2_000_000_000; retry += 1 + retry / 7) {
      long delay = delay(backoff, retry).toNanos();
      assertTrue(delay >= before, backoff + " falls at retry " + retry);
      before = delay;
    }
  }

  private static Duration highest(Backoff backoff, int retry, Duration previous) {
    Progress progress = Delays.beforeRetry(retry, previous.toNanos());
    return Duration.ofNanos(backoff.delayNanos(progress, View.NONE, 0, () -> -1L));
  }
}
