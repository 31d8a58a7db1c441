package dev.reprise.backoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.decision.Latencies;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Properties of every latency-scaled backoff, for any latency and any reading of the clock. */
class LatencyScaledPropertiesTest {

  private static final int CASES = 20_000;
  private static final long[] EDGES = {
    0, 1, -1, 40_000_000, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE / 2
  };

  private record Asked(Backoff backoff, Progress progress, View view, long now) {

    long delay(RandomGenerator random) {
      return backoff.delayNanos(progress, view, now, random);
    }

    DelayRange range() {
      return backoff.range(progress, view, now).orElseThrow();
    }
  }

  @Test
  void delays_are_never_negative_and_within_their_range_and_the_cap() {
    forAll(
        (asked, random) -> {
          DelayRange range = asked.range();
          assertTrue(range.minNanos() >= 0 && range.minNanos() <= range.meanNanos());
          assertTrue(range.meanNanos() <= range.maxNanos());
          assertTrue(range.maxNanos() <= asked.backoff().capNanos());
          assertEquals(range.minNanos(), asked.delay(() -> 0));
          long longest = asked.delay(() -> -1);
          assertTrue(longest == range.maxNanos() || longest == Long.MAX_VALUE - 1);
          long delay = asked.delay(random);
          assertTrue(delay >= range.minNanos() && delay <= range.maxNanos());
        });
  }

  @Test
  void a_later_retry_never_has_a_smaller_maximum() {
    forAll(
        (asked, random) -> {
          int later = (int) Math.min(Integer.MAX_VALUE, 1L + asked.progress().retry());
          Asked next =
              new Asked(asked.backoff(), progress(later, asked), asked.view(), asked.now());
          assertTrue(next.range().maxNanos() >= asked.range().maxNanos());
        });
  }

  @Test
  void longer_attempts_and_more_callers_never_reduce_the_maximum() {
    forAll(
        (asked, random) -> {
          View view = asked.view();
          if (view.attemptLatencyNanos() <= 0) {
            return;
          }
          long slower = view.attemptLatencyNanos() / 2 + 1;
          View before = new View(slower, view.retrying() / 2, Latencies.NONE);
          Asked less = new Asked(asked.backoff(), asked.progress(), before, asked.now());
          assertTrue(less.range().maxNanos() <= asked.range().maxNanos());
        });
  }

  @Test
  void reads_its_text_form_as_an_equal_backoff() {
    forAll(
        (asked, random) -> {
          Backoff read = Backoff.parse(asked.backoff().toString());
          assertEquals(asked.backoff(), read);
          assertEquals(asked.backoff().hashCode(), read.hashCode());
          assertEquals(
              asked.range(), read.range(asked.progress(), asked.view(), asked.now()).orElseThrow());
        });
  }

  private static Progress progress(int retry, Asked asked) {
    Progress from = asked.progress();
    return new Progress(
        retry, retry, 0, 0, 0, from.countedSinceNanos(), 0, from.lastAttemptNanos(), 0, 0);
  }

  private interface Property {
    void check(Asked asked, RandomGenerator random);
  }

  private static void forAll(Property property) {
    for (int seed = 0; seed < CASES; seed++) {
      RandomGenerator random = Delays.random(seed);
      Asked asked = asked(random);
      try {
        property.check(asked, random);
      } catch (RuntimeException | AssertionError failed) {
        throw new AssertionError("seed " + seed + ": " + asked, failed);
      }
    }
  }

  private static Asked asked(RandomGenerator random) {
    RandomBackoffs source = new RandomBackoffs(random);
    Backoff scaled = source.latencyScaled();
    Backoff capped = random.nextBoolean() ? scaled.cappedAt(source.duration()) : scaled;
    int retry = source.retry();
    Progress progress =
        new Progress(retry, retry, 0, 0, 0, tick(random), 0, Math.max(0, tick(random)), 0, 0);
    int retrying = random.nextBoolean() ? random.nextInt(1_000) : random.nextInt();
    View view = new View(Math.max(0, tick(random)), Math.max(0, retrying), Latencies.NONE);
    return new Asked(capped, progress, view, tick(random));
  }

  private static long tick(RandomGenerator random) {
    return random.nextBoolean()
        ? EDGES[random.nextInt(EDGES.length)]
        : random.nextLong(1L << random.nextInt(1, 63));
  }
}
