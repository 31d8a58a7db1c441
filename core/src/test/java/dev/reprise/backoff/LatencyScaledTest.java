package dev.reprise.backoff;

import static dev.reprise.backoff.Delays.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.decision.Latencies;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LatencyScaledTest {

  private static final long LATENCY = ms(40).toNanos();

  @Test
  void elapsed_ranges_up_to_a_share_of_the_time_since_the_call_began() {
    assertEquals(ms(60), longest(Backoff.elapsed(), 1, ms(40)), "1.5 latencies at least");
    assertEquals(ms(70), longest(Backoff.elapsed(), 2, ms(100)));
    assertEquals(ms(700), longest(Backoff.elapsed(), 2, ms(1_000)));
    assertEquals(ms(2_000), longest(Backoff.elapsed(), 9, ms(60_000)), "50 latencies at most");
    assertEquals(ms(200), longest(Backoff.elapsed(0.5, 0, 5), 9, ms(60_000)));
    assertEquals(ms(0), longest(Backoff.elapsed(0.5, 0, 5), 1, ms(0)));
  }

  @Test
  void elapsed_measures_from_the_moment_when_the_call_was_last_healthy() {
    Progress progress = new Progress(9, 9, 8, 0, 0, ms(900).toNanos(), 0, 0, 0, 0);
    View view = new View(LATENCY, 1, Latencies.NONE);
    long reach =
        Backoff.elapsed().delayNanos(progress, view, ms(1_000).toNanos(), Delays.random(1));
    DelayRange range = Backoff.elapsed().range(progress, view, ms(1_000).toNanos()).orElseThrow();
    assertEquals(ms(70).toNanos(), range.maxNanos());
    assertTrue(reach <= range.maxNanos());
  }

  @Test
  void counts_no_time_when_the_clock_goes_back() {
    assertEquals(ms(60), longest(Backoff.elapsed(), 1, ms(-40)));
    assertEquals(
        ms(60).toNanos(), max(Backoff.elapsed(), progress(1, 0), LATENCY, 1, Long.MIN_VALUE));
  }

  @Test
  void contention_ranges_up_to_the_time_that_the_local_callers_need_one_after_the_other() {
    assertEquals(ms(80), crowd(Backoff.contention(), 1, 1), "2 latencies at least");
    assertEquals(ms(400), crowd(Backoff.contention(), 1, 10));
    assertEquals(ms(532), crowd(Backoff.contention(), 2, 10));
    assertEquals(ms(2_600), crowd(Backoff.contention(), 100, 10), "65 latencies at most");
    assertEquals(ms(4_000), crowd(Backoff.contention(), 1, 100), "or what the callers need");
    assertEquals(ms(4_000), crowd(Backoff.contention(), 1_000_000, 100));
    assertEquals(ms(800), crowd(Backoff.contention(2, 0, 20), 2, 10));
    assertEquals(ms(40), crowd(Backoff.contention(1, 0, 20), 99, 1));
  }

  @Test
  void contention_without_a_count_assumes_one_caller() {
    for (int retrying : new int[] {0, -1, Integer.MIN_VALUE}) {
      assertEquals(ms(80), crowd(Backoff.contention(), 1, retrying));
    }
  }

  @Test
  void delays_grow_in_proportion_to_the_latency() {
    for (Backoff backoff : List.of(Backoff.elapsed(), Backoff.contention())) {
      long slow = max(backoff, progress(3, 0), 10 * LATENCY, 7, ms(3_000).toNanos());
      long quick = max(backoff, progress(3, 0), LATENCY, 7, ms(300).toNanos());
      assertEquals(10.0 * quick, slow, 10, backoff::toString);
    }
  }

  @Test
  void uses_the_latency_of_the_failed_attempt_or_else_ten_milliseconds_if_the_latency_is_unknown() {
    Backoff backoff = Backoff.elapsed();
    assertEquals(ms(15).toNanos(), max(backoff, progress(1, 0), 0, 1, 0));
    assertEquals(ms(45).toNanos(), max(backoff, progress(1, ms(30).toNanos()), 0, 1, 0));
    assertEquals(ms(60).toNanos(), max(backoff, progress(1, ms(30).toNanos()), LATENCY, 1, 0));
    assertEquals(ms(15).toNanos(), max(backoff, progress(1, -5), -5, 1, 0));
  }

  @Test
  void draws_from_the_whole_range_with_one_number() {
    RandomGenerator random = Delays.random(2);
    View view = new View(LATENCY, 10, Latencies.NONE);
    for (Backoff backoff : List.of(Backoff.elapsed(), Backoff.contention())) {
      long reach = backoff.range(progress(1, 0), view, 0).orElseThrow().maxNanos();
      double sum = 0;
      for (int i = 0; i < 10_000; i++) {
        sum += backoff.delayNanos(progress(1, 0), view, 0, random);
      }
      assertEquals(0.5, sum / 10_000 / reach, 0.02);
      assertEquals(0, backoff.delayNanos(progress(1, 0), view, 0, () -> 0));
    }
  }

  @Test
  void floor_and_cap_are_durations_and_narrow_the_range() {
    Backoff bounded = Backoff.contention().withFloor(ms(100)).cappedAt(ms(300));
    assertEquals(range(ms(100), ms(300)), bounded.range(progress(1, 0), view(10), 0));
    assertEquals(range(ms(100), ms(100)), bounded.range(progress(1, 0), view(1), 0));
    int atCap = 0;
    RandomGenerator random = Delays.random(3);
    for (int i = 0; i < 100_000; i++) {
      long delay = bounded.delayNanos(progress(30, 0), view(10), 0, random);
      assertTrue(delay >= ms(100).toNanos() && delay <= ms(300).toNanos());
      atCap += delay == ms(300).toNanos() ? 1 : 0;
    }
    assertTrue(atCap <= 2, "pinned at the cap: " + atCap);
  }

  @Test
  void the_second_part_of_a_chain_counts_its_own_retries_and_the_time_of_the_call() {
    Backoff chain = Backoff.none().thenAfter(4, Backoff.contention());
    assertEquals(ms(400), crowd(chain, 5, 10));
    assertEquals(ms(532), crowd(chain, 6, 10));
    assertEquals(ms(70), longest(Backoff.none().thenAfter(4, Backoff.elapsed()), 5, ms(100)));
    assertTrue(chain.readsAverageLatency() && chain.isRandom(5));
    assertFalse(chain.isRandom(4));
  }

  @Test
  void the_range_is_unknown_without_a_view() {
    assertEquals(Optional.empty(), Backoff.elapsed().range(1));
    assertEquals(Optional.empty(), Backoff.contention().range(1));
    Backoff chain = Backoff.fixed(ms(5)).thenAfter(1, Backoff.contention());
    assertEquals(range(ms(5), ms(5)), chain.range(1));
    assertEquals(Optional.empty(), chain.range(2));
  }

  @Test
  void needs_the_latency_and_is_random_but_not_custom() {
    for (Backoff backoff : List.of(Backoff.elapsed(), Backoff.contention())) {
      assertTrue(backoff.readsAverageLatency() && backoff.hasJitter() && !backoff.isCustom());
      assertEquals(Long.MAX_VALUE, backoff.capNanos());
      assertThrows(IllegalArgumentException.class, () -> backoff.jitter(Jitter.full()));
      assertEquals(backoff, backoff.jitter(Jitter.none()));
    }
    assertFalse(Backoff.uniform(ms(1), ms(2)).readsAverageLatency());
  }

  @Test
  void is_equal_by_value() {
    assertEquals(Backoff.elapsed(), Backoff.elapsed(0.7, 1.5, 50));
    assertEquals(Backoff.contention(), Backoff.contention(1.33, 2, 65));
    assertEquals(Backoff.elapsed(0.7, 0, 50), Backoff.elapsed(0.7, -0.0, 50));
    assertNotEquals(Backoff.elapsed(), Backoff.elapsed(0.7, 1.5, 51));
    assertNotEquals(Backoff.contention(), Backoff.contention(1.3, 2, 65));
    assertNotEquals(Backoff.elapsed(), Backoff.elapsed().cappedAt(ms(1)));
  }

  @Test
  void refuses_settings_out_of_bounds_with_name_value_and_bound() {
    for (double share : new double[] {-0.1, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertRefused(
          "share must be at least 0 and finite, but was " + share,
          () -> Backoff.elapsed(share, 1, 2));
    }
    for (double factor : new double[] {0.99, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertRefused(
          "factor must be at least 1 and finite, but was " + factor,
          () -> Backoff.contention(factor, 1, 2));
    }
    for (double min : new double[] {-0.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertRefused(
          "min must be at least 0 and finite, but was " + min, () -> Backoff.elapsed(1, min, 2));
    }
    for (double max : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertRefused(
          "max must be more than 0 and finite, but was " + max,
          () -> Backoff.contention(2, 0, max));
    }
    assertRefused(
        "max must be at least the min of 3.0, but was 2.0", () -> Backoff.contention(2, 3, 2));
  }

  private static void assertRefused(String message, Supplier<Backoff> build) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, build::get).getMessage());
  }

  private static Optional<DelayRange> range(Duration min, Duration max) {
    return Optional.of(DelayRange.uniform(min.toNanos(), max.toNanos()));
  }

  private static Duration longest(Backoff elapsed, int retry, Duration since) {
    return Duration.ofNanos(max(elapsed, progress(retry, 0), LATENCY, 1, since.toNanos()));
  }

  private static Duration crowd(Backoff crowd, int retry, int retrying) {
    long max = max(crowd, progress(retry, 0), LATENCY, retrying, 0);
    return Duration.ofNanos(max).truncatedTo(ChronoUnit.MILLIS);
  }

  private static long max(
      Backoff backoff, Progress progress, long latency, int retrying, long now) {
    View view = new View(latency, retrying, Latencies.NONE);
    long longest = backoff.delayNanos(progress, view, now, () -> -1L);
    assertEquals(longest, backoff.range(progress, view, now).orElseThrow().maxNanos());
    return longest;
  }

  private static View view(int retrying) {
    return new View(LATENCY, retrying, Latencies.NONE);
  }

  private static Progress progress(int retry, long lastAttempt) {
    return new Progress(retry, retry, 0, 0, 0, 0, 0, lastAttempt, 0, 0);
  }
}
