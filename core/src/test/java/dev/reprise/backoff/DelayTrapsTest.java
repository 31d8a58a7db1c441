package dev.reprise.backoff;

import static dev.reprise.backoff.Delays.delay;
import static dev.reprise.backoff.Delays.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.decision.Latencies;
import dev.reprise.decision.View;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Known mistakes of other retry libraries with delays, each named. */
class DelayTrapsTest {

  private static final Duration CENTURIES = Duration.ofDays(300 * 365);

  @Test
  void growth_saturates_and_never_overflows_into_short_waits() {
    for (double factor : new double[] {1, 1.1, 2, 3, 10, 1e300}) {
      long before = 0;
      for (int retry = 1; retry <= 10_000; retry++) {
        long delay = delay(Backoff.exponential(ms(100), factor), retry).toNanos();
        assertTrue(delay >= before, "factor " + factor + ", retry " + retry);
        before = delay;
      }
      assertTrue(factor == 1 || before == Long.MAX_VALUE);
    }
    assertEquals(Long.MAX_VALUE, delay(Backoff.linear(CENTURIES), 9).toNanos());
    assertEquals(Long.MAX_VALUE, delay(Backoff.fibonacci(ms(1)), 1_000_000).toNanos());
    for (int retry = 1; retry <= 10_000; retry++) {
      long reach = delay(Backoff.contention(), retry, () -> -1);
      assertTrue(reach >= delay(Backoff.contention(), Math.max(1, retry - 1), () -> -1));
    }
    assertTrue(delay(Backoff.contention(2, 2, 1e300), 10_000, () -> -1) >= Long.MAX_VALUE - 1);
    assertTrue(delay(Backoff.elapsed(1, 1e300, 1e300), 1, () -> -1) >= Long.MAX_VALUE - 1);
  }

  @Test
  void accepts_durations_of_three_hundred_years() {
    Duration longest = Duration.ofNanos(Long.MAX_VALUE);
    assertEquals(longest, delay(Backoff.fixed(CENTURIES), 1));
    assertEquals(longest, delay(Backoff.exponential(CENTURIES), 1_000));
    assertEquals(ms(1), delay(Backoff.exponential(CENTURIES).cappedAt(ms(1)), 1_000));
    assertEquals(ms(4), delay(Backoff.exponential(ms(1)).cappedAt(CENTURIES), 3));
    for (Jitter jitter : List.of(Jitter.full(), Jitter.equal(), Jitter.proportional(1))) {
      Backoff backoff = Backoff.fixed(CENTURIES).jitter(jitter);
      assertTrue(delay(backoff, 1, () -> 0) >= 0);
      assertTrue(delay(backoff, 1, () -> -1) > longest.toNanos() / 2);
    }
  }

  @Test
  void truncation_of_each_step_does_not_stop_growth() {
    Backoff slow = Backoff.exponential(Duration.ofNanos(1), 1.5);
    assertEquals(2, delay(slow, 2).toNanos());
    assertEquals(3, delay(slow, 4).toNanos());
    assertEquals(38, delay(slow, 10).toNanos());
    assertEquals(Long.MAX_VALUE, delay(Backoff.exponential(ms(1), 1.0001), 1_000_000).toNanos());
  }

  @Test
  void jitter_never_exceeds_the_cap() {
    Backoff backoff = Backoff.fixed(ms(10)).cappedAt(ms(10)).jitter(Jitter.proportional(1));
    for (int i = 0; i < 10_000; i++) {
      long delay = delay(backoff, i, Delays.random(i));
      assertTrue(delay >= 0 && delay <= ms(10).toNanos());
    }
  }

  @Test
  void deep_retries_are_not_all_equal_to_the_cap() {
    for (Jitter jitter : List.of(Jitter.full(), Jitter.equal(), Jitter.proportional(0.2))) {
      Backoff backoff = Backoff.exponential(ms(100)).cappedAt(ms(1_000)).jitter(jitter);
      assertTrue(atCap(backoff, ms(1_000)) <= 2, backoff::toString);
    }
    Backoff cut = Backoff.uniform(ms(10), ms(50)).cappedAt(ms(20));
    assertTrue(atCap(cut, ms(20)) <= 2, cut::toString);
    Backoff chained = Backoff.fixed(ms(50)).jitter(Jitter.full()).thenAfter(1, cut);
    assertTrue(atCap(chained.cappedAt(ms(15)), ms(15)) <= 2, chained::toString);
    for (Backoff scaled : List.of(Backoff.elapsed(), Backoff.contention())) {
      assertTrue(atCap(scaled, ms(15)) <= 2 && atCap(scaled, ms(650)) <= 2, scaled::toString);
      assertTrue(atCap(scaled.cappedAt(ms(5)), ms(5)) <= 2, scaled::toString);
    }
  }

  private static int atCap(Backoff backoff, Duration cap) {
    RandomGenerator random = Delays.random(4);
    int count = 0;
    for (int i = 0; i < 100_000; i++) {
      count += delay(backoff, 30, random) == cap.toNanos() ? 1 : 0;
    }
    return count;
  }

  @Test
  void jitter_larger_than_the_delay_never_makes_it_negative() {
    for (long nanos : new long[] {0, 1, 2, 3, 1_000, Long.MAX_VALUE}) {
      Backoff backoff = Backoff.fixed(Duration.ofNanos(nanos)).jitter(Jitter.proportional(1));
      for (long bits : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
        assertTrue(delay(backoff, 1, () -> bits) >= 0, nanos + " ns, bits " + bits);
      }
    }
    assertThrows(IllegalArgumentException.class, () -> Jitter.proportional(1.5));
  }

  @Test
  void keeps_delays_below_a_millisecond() {
    assertEquals(
        Duration.ofNanos(1_500), delay(Backoff.exponential(Duration.ofNanos(1_000), 1.5), 2));
    Backoff jittered = Backoff.fixed(Duration.ofNanos(900)).jitter(Jitter.equal());
    for (int i = 0; i < 1_000; i++) {
      long delay = delay(jittered, 1, Delays.random(i));
      assertTrue(delay >= 450 && delay <= 900);
    }
    View quick = new View(400, 3, Latencies.NONE);
    for (Backoff scaled : List.of(Backoff.elapsed(), Backoff.contention())) {
      long reach = scaled.delayNanos(Delays.beforeRetry(1, 0), quick, 0, () -> -1);
      assertTrue(reach == 600 || reach == 1_200, scaled::toString);
    }
  }

  @Test
  void callers_with_their_own_generators_do_not_share_one_sequence() {
    SplittableRandom root = new SplittableRandom(5);
    Backoff jittered = Backoff.exponential(ms(100)).jitter(Jitter.full());
    for (Backoff backoff : List.of(jittered, Backoff.elapsed(), Backoff.contention())) {
      Set<Long> delays = new HashSet<>();
      for (int caller = 0; caller < 50; caller++) {
        delays.add(delay(backoff, 1, root.split()));
      }
      assertEquals(50, delays.size(), backoff::toString);
    }
  }

  @Test
  void an_exception_of_a_delay_function_reaches_the_caller() {
    IllegalStateException bug = new IllegalStateException("bug");
    Backoff backoff =
        Backoff.custom(
            (progress, view, now, random) -> {
              throw bug;
            });
    assertSame(bug, assertThrows(IllegalStateException.class, () -> delay(backoff, 1)));
  }

  @Test
  void the_millionth_delay_takes_no_longer_than_the_first() {
    Backoff backoff = Backoff.fibonacci(ms(1)).thenAfter(5, Backoff.exponential(ms(1), 1.01));
    for (int i = 0; i < 1_000_000; i++) {
      delay(backoff, Integer.MAX_VALUE - i, Delays.NO_RANDOM);
    }
  }
}
