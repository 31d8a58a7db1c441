package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.batch.RateControl.Call;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateControlTest {

  private static final long MS = 1_000_000;
  private static final RateControl OPEN = new RateControl.Open();

  private static Call call(long startMs, long endMs, long sent, long accepted, boolean throttled) {
    return new Call(startMs * MS, endMs * MS, sent, accepted, throttled);
  }

  /** Throttled at 0 and at a second, with 900 units accepted in between. */
  private static RateControl measured() {
    return OPEN.after(call(-1, 0, 25, 3, true))
        .after(call(0, 500, 1_000, 880, false))
        .after(call(990, 1_000, 25, 20, true));
  }

  @Test
  void nothing_limits_what_was_never_throttled() {
    RateControl after = OPEN.after(call(0, 10, 25, 25, false)).after(call(0, 10, 25, 0, false));

    assertThat(after.rateAt(20 * MS)).isInfinite();
  }

  @Test
  void the_first_throttling_leaves_ten_calls_a_second_and_twice_what_is_accepted_since() {
    RateControl after = OPEN.after(call(0, 10, 25, 3, true));

    assertThat(after.rateAt(10 * MS)).isEqualTo(250);
    RateControl later = after.after(call(5, 60, 25, 25, false));
    assertThat(later.rateAt(60 * MS)).isEqualTo(1_000);
    assertThat(later.rateAt(110 * MS)).isEqualTo(500);
  }

  /** Fifty units a second say nothing of the service if the source brings no more. */
  @Test
  void a_slow_source_does_not_hold_the_rate_down_for_long() {
    RateControl rate = OPEN.after(call(-1, 0, 25, 3, true));
    for (int half = 1; half <= 120; half++) {
      rate = rate.after(call(500 * half - 10, 500 * half, 25, 25, false));
    }

    assertThat(rate.rateAt(60_000 * MS)).isGreaterThan(5_000);
  }

  @ParameterizedTest
  @CsvSource({
    // ms after the second throttling, share of the capacity
    "     0, 0.9",
    "  1000, 0.9875",
    "  2000, 1.0",
    "  3000, 1.0125",
    "  4000, 1.1",
    "  8000, 3.7",
  })
  void after_the_second_the_rate_follows_a_cubic_around_what_was_accepted_between_them(
      long ms, double share) {
    assertThat(measured().rateAt((1_000 + ms) * MS)).isCloseTo(900 * share, within(0.001));
  }

  @Test
  void calls_sent_before_a_decrease_do_not_decrease_again() {
    assertThat(measured().after(call(999, 1_500, 25, 0, true)).rateAt(2_000 * MS))
        .isEqualTo(measured().rateAt(2_000 * MS));
  }

  @Test
  void a_capacity_that_fell_is_known_at_the_second_throttling_after_it() {
    RateControl after =
        measured()
            .after(call(1_100, 1_150, 25, 20, true))
            .after(call(1_160, 1_200, 100, 30, true))
            .after(call(1_210, 1_350, 100, 20, true));

    assertThat(after.rateAt(1_350 * MS)).isLessThan(0.9 * 450);
  }

  @Test
  void a_service_that_takes_nothing_is_still_asked() {
    RateControl after = OPEN.after(call(0, 10, 25, 0, true)).after(call(2_500, 3_000, 25, 0, true));

    assertThat(after.rateAt(3_000 * MS)).isPositive();
  }

  @Test
  void ticks_may_overflow() {
    long origin = Long.MAX_VALUE - 10 * MS;
    RateControl after =
        OPEN.after(new Call(origin, origin + MS, 25, 0, true))
            .after(new Call(origin + 2 * MS, origin + 1_000 * MS, 1_000, 1_000, false))
            .after(new Call(origin + 990 * MS, origin + 1_001 * MS, 25, 0, true));

    assertThat(after.rateAt(origin + 1_001 * MS)).isCloseTo(900, within(0.01));
  }

  @Test
  void whatever_is_answered_a_rate_is_more_than_nothing_and_a_number() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      RateControl control = OPEN;
      long now = random.nextLong();
      for (int i = 0; i < 200; i++) {
        now += random.nextInt(1 << random.nextInt(31));
        long sent = random.nextInt(1_000);
        boolean throttled = random.nextBoolean();
        long accepted = throttled ? random.nextInt((int) sent + 1) : sent;
        long start = now - random.nextInt(1 << random.nextInt(31));
        control = control.after(new Call(start, now, sent, accepted, throttled));
        assertThat(control.rateAt(now)).as("seed %d, call %d", seed, i).isPositive().isNotNaN();
      }
    }
  }
}
