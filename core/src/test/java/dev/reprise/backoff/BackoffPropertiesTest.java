package dev.reprise.backoff;

import static dev.reprise.backoff.Delays.delay;
import static dev.reprise.backoff.Delays.range;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.internal.text.DurationText;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Properties of every backoff; each message prints the seed of the backoff. */
class BackoffPropertiesTest {

  private static final int BACKOFFS = 5_000;
  private static final int DRAWS = 400;

  @Test
  void delays_are_within_their_range_and_below_the_cap() {
    forAll(
        (backoff, retry, random) -> {
          DelayRange range = range(backoff, retry);
          assertTrue(range.minNanos() >= 0 && range.maxNanos() <= backoff.capNanos());
          assertTrue(range.minNanos() <= range.meanNanos());
          assertTrue(range.meanNanos() <= range.maxNanos());
          for (int i = 0; i < 20; i++) {
            long delay = delay(backoff, retry, random);
            assertTrue(delay >= range.minNanos() && delay <= range.maxNanos());
          }
        });
  }

  @Test
  void a_floor_and_a_cap_apply_to_every_drawn_delay() {
    RandomBackoffs settings = new RandomBackoffs(Delays.random(11));
    forAll(
        (backoff, retry, random) -> {
          Duration floor = settings.duration();
          Duration cap = floor.multipliedBy(3);
          Backoff bounded;
          try {
            bounded = backoff.withFloor(Duration.ZERO).cappedAt(cap).withFloor(floor);
          } catch (IllegalArgumentException crossesThatOfAPart) {
            return;
          }
          long delay = delay(bounded, retry, random);
          assertTrue(delay >= nanos(floor) && delay <= nanos(cap));
        });
  }

  @Test
  void the_mean_of_many_draws_is_the_mean_of_the_range() {
    forAll(
        (backoff, retry, random) -> {
          if (backoff.toString().contains("decorrelated")) {
            return;
          }
          DelayRange range = range(backoff, retry);
          double sum = 0;
          for (int i = 0; i < DRAWS; i++) {
            sum += delay(backoff, retry, random);
          }
          double width = (double) range.maxNanos() - range.minNanos();
          double sixSigma = 6 * width / Math.sqrt(12.0 * DRAWS);
          double rounding = 1 + Math.ulp((double) range.maxNanos()) * DRAWS;
          assertEquals(range.meanNanos(), sum / DRAWS, sixSigma + rounding);
        });
  }

  @Test
  void draws_one_number_for_a_delay_and_none_for_a_range_of_one_value() {
    forAll(
        (backoff, retry, random) -> {
          int[] drawn = {0};
          delay(
              backoff,
              retry,
              () -> {
                drawn[0]++;
                return random.nextLong();
              });
          DelayRange range = range(backoff, retry);
          assertTrue(drawn[0] <= 1);
          assertTrue(range.minNanos() < range.maxNanos() || drawn[0] == 0);
        });
  }

  @Test
  void reads_its_text_form_as_an_equal_backoff() {
    forAll(
        (backoff, retry, random) -> {
          Backoff read = Backoff.parse(backoff.toString());
          assertEquals(backoff, read);
          assertEquals(backoff.hashCode(), read.hashCode());
          assertEquals(backoff.toString(), read.toString());
          assertEquals(backoff.range(retry), read.range(retry));
          assertEquals(range(backoff, retry), range(read, retry));
        });
  }

  @Test
  void the_order_of_settings_changes_nothing() {
    RandomBackoffs settings = new RandomBackoffs(Delays.random(12));
    forAll(
        (backoff, retry, random) -> {
          Duration floor = settings.duration();
          Duration cap = floor.multipliedBy(5);
          Jitter jitter = settings.jitter();
          Backoff curve = Backoff.exponential(settings.duration(), settings.factor());
          Backoff one = curve.withFloor(floor).cappedAt(cap).jitter(jitter);
          assertEquals(one, curve.jitter(jitter).cappedAt(cap).withFloor(floor));
          assertEquals(one, curve.cappedAt(cap).jitter(jitter).withFloor(floor));
          assertEquals(
              one,
              curve
                  .cappedAt(floor)
                  .jitter(Jitter.full())
                  .cappedAt(cap)
                  .withFloor(cap)
                  .withFloor(floor)
                  .jitter(jitter));
        });
  }

  @Test
  void the_same_numbers_give_the_same_delay() {
    forAll(
        (backoff, retry, random) -> {
          long bits = random.nextLong();
          assertEquals(delay(backoff, retry, () -> bits), delay(backoff, retry, () -> bits));
        });
  }

  private static long nanos(Duration duration) {
    return DurationText.saturatedNanos(duration);
  }

  private interface Property {
    void check(Backoff backoff, int retry, RandomGenerator random);
  }

  private static void forAll(Property property) {
    for (int seed = 0; seed < BACKOFFS; seed++) {
      RandomGenerator random = Delays.random(seed);
      RandomBackoffs source = new RandomBackoffs(random);
      Backoff backoff = source.next();
      int retry = source.retry();
      try {
        property.check(backoff, retry, random);
      } catch (RuntimeException | AssertionError failed) {
        throw new AssertionError("seed " + seed + ": retry " + retry + " of " + backoff, failed);
      }
    }
  }
}
