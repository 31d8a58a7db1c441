package dev.reprise.backoff;

import static dev.reprise.backoff.Delays.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DelayRangeTest {

  @Test
  void returns_shortest_mean_and_longest_delay() {
    Backoff backoff = Backoff.exponential(ms(100)).cappedAt(ms(1_000));
    assertEquals(range(400, 400, 400), backoff.range(3));
    assertEquals(range(0, 200, 400), backoff.jitter(Jitter.full()).range(3));
    assertEquals(range(200, 300, 400), backoff.jitter(Jitter.equal()).range(3));
    assertEquals(range(300, 400, 500), backoff.jitter(Jitter.proportional(0.25)).range(3));
    assertEquals(range(750, 875, 1_000), backoff.jitter(Jitter.proportional(0.25)).range(9));
  }

  @Test
  void a_floor_raises_the_lower_end() {
    Backoff backoff = Backoff.fixed(ms(100)).withFloor(ms(80));
    assertEquals(range(80, 90, 100), backoff.jitter(Jitter.full()).range(1));
    assertEquals(range(80, 90, 100), backoff.jitter(Jitter.equal()).range(1));
    assertEquals(range(80, 115, 150), backoff.jitter(Jitter.proportional(0.5)).range(1));
    assertEquals(range(120, 120, 120), backoff.withFloor(ms(120)).jitter(Jitter.full()).range(1));
    assertEquals(range(20, 35, 50), Backoff.uniform(ms(10), ms(50)).withFloor(ms(20)).range(1));
  }

  @Test
  void is_unknown_for_a_custom_function_only() {
    Backoff chain = Backoff.fixed(ms(1)).thenAfter(2, Backoff.custom((p, v, n, r) -> 7));
    assertEquals(range(1, 1, 1), chain.range(2));
    assertEquals(Optional.empty(), chain.range(3));
  }

  @Test
  void counts_retries_from_one() {
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> Backoff.none().range(0));
    assertEquals("retry must be at least 1, but was 0", failure.getMessage());
  }

  @Test
  void decorrelated_ranges_from_its_base_to_three_times_more_at_each_retry() {
    Backoff backoff = Backoff.decorrelated(ms(10), ms(1_000));
    assertEquals(range(10, 20, 30), backoff.range(1));
    assertEquals(range(10, 35, 90), backoff.range(2));
    assertEquals(ms(1_000).toNanos(), backoff.range(5).orElseThrow().maxNanos());
    assertEquals(range(50, 50, 50), backoff.withFloor(ms(50)).range(1));
    assertEquals(range(10, 10, 10), backoff.cappedAt(ms(10)).range(7));
  }

  @Test
  void the_mean_of_decorrelated_is_the_mean_of_many_calls() {
    assertMean(Backoff.decorrelated(ms(10), ms(1_000)), 1, 2, 4, 5, 6, 8);
    assertMean(Backoff.decorrelated(ms(10), ms(25)), 1, 2, 10);
    assertMean(Backoff.decorrelated(ms(10), ms(1_000)).withFloor(ms(25)), 1, 3, 5);
    assertMean(Backoff.decorrelated(ms(10), ms(1_000)).withFloor(ms(50)), 2, 3);
  }

  @Tag("random")
  @Test
  void the_mean_of_decorrelated_after_many_retries_is_the_mean_of_many_calls() {
    assertMean(Backoff.decorrelated(ms(10), ms(1_000)), 20, 60);
    assertMean(Backoff.decorrelated(ms(10), ms(1_000)).withFloor(ms(25)), 30);
    assertMean(Backoff.decorrelated(ms(10), ms(1_000)).withFloor(ms(50)), 30);
    assertMean(Backoff.decorrelated(Duration.ofNanos(1), ms(60_000)), 30, 200);
  }

  @Test
  void computes_the_mean_of_decorrelated_for_any_settings() {
    RandomBackoffs settings = new RandomBackoffs(Delays.random(21));
    for (int i = 0; i < 300; i++) {
      Duration base = settings.duration();
      Duration cap = base.plus(settings.duration());
      DelayRange range = Backoff.decorrelated(base, cap).range(settings.retry()).orElseThrow();
      String message = base + " " + cap + " " + range;
      assertEquals(true, range.minNanos() <= range.meanNanos(), message);
      assertEquals(true, range.meanNanos() <= range.maxNanos(), message);
    }
  }

  private static void assertMean(Backoff backoff, int... retries) {
    RandomGenerator random = Delays.random(22);
    int calls = 40_000;
    for (int retry : retries) {
      double sum = 0;
      for (int i = 0; i < calls; i++) {
        sum += Delays.lastOf(backoff, retry, random);
      }
      double mean = backoff.range(retry).orElseThrow().meanNanos();
      assertEquals(mean, sum / calls, mean * 0.03, "retry " + retry + " of " + backoff);
    }
  }

  private static Optional<DelayRange> range(long minMillis, long meanMillis, long maxMillis) {
    return Optional.of(
        new DelayRange(ms(minMillis).toNanos(), ms(meanMillis).toNanos(), ms(maxMillis).toNanos()));
  }
}
