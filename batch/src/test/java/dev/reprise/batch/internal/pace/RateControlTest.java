package dev.reprise.batch.internal.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.batch.internal.pace.RateControl.Call;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateControlTest {

  private static final long MS = 1_000_000;
  private static final RateControl OPEN = new AdaptiveRate.Unthrottled();

  /** After two throttled calls, the third one starts the measurement. */
  private static RateControl throttledTwice() {
    Call throttled = new Call(0, 1, 25, 0, true);
    return OPEN.after(throttled).after(throttled);
  }

  private static Call call(long startMs, long endMs, long sent, long accepted, boolean throttled) {
    return new Call(startMs * MS, endMs * MS, sent, accepted, throttled);
  }

  /** Throttled at 1 s, after 900 units were accepted in a second. */
  private static RateControl measured() {
    return measured(25);
  }

  private static RateControl measured(long units) {
    return ExponentialGrowth.from(call(990, 1_000, units, 0, true), 36.0 * units);
  }

  /**
   * The time between two comparisons is a power of two of a few seconds, and has no end otherwise.
   */
  @Test
  void a_call_that_seems_to_take_a_hundred_years_does_not_stop_the_pace() {
    long century = Long.MAX_VALUE / 3;
    ThroughputSample slow = ThroughputSample.from(new Call(0, century, 25, 20, true));
    RateControl independent =
        new IndependentRefusals(slow, slow, century, 100, 0, new RefusedShare(10, 3, 3), 2);

    RateControl after = independent.after(new Call(century, 2 * century, 25, 25, false));

    assertThat(after).isInstanceOf(RefusalComparison.class);
  }

  /** Calls of a tenth of a second grow with the rate; the time of 20 of them must not. */
  @Test
  void the_rate_doubles_although_the_calls_grow_up_to_five_hundred_units() {
    RateControl rate = ExponentialGrowth.from(call(990, 1_000, 10, 5, true), 100);

    for (long at = 1_000; at < 15_000; at += 100) {
      long units = (long) Math.min(500, 0.1 * rate.rateAt(at * MS));
      rate = rate.after(call(at, at + 5, units, units, false));
    }

    assertThat(rate.rateAt(15_000 * MS)).isGreaterThan(1_000);
  }

  @Test
  void the_rate_is_unlimited_before_the_first_throttling() {
    RateControl after = OPEN.after(call(0, 10, 25, 25, false)).after(call(0, 10, 25, 0, false));

    assertThat(after.rateAt(20 * MS)).isInfinite();
  }

  @Test
  void the_third_throttling_sets_ten_calls_per_second_or_twice_the_accepted_rate() {
    RateControl after = throttledTwice().after(call(0, 10, 25, 3, true));

    assertThat(after.rateAt(10 * MS)).isEqualTo(250);
    RateControl later = after.after(call(5, 60, 25, 25, false));
    assertThat(later.rateAt(60 * MS)).isCloseTo(2 * 500 * Math.pow(2, 0.1), within(0.01));
    assertThat(later.rateAt(110 * MS)).isCloseTo(2 * 250 * Math.pow(2, 0.2), within(0.01));
  }

  @Test
  void a_small_call_that_was_throttled_does_not_make_larger_ones_wait_for_long() {
    RateControl after = throttledTwice().after(call(0, 10, 1, 0, true));
    for (int i = 1; i <= 5; i++) {
      after = after.after(call(1_000 * i, 1_000 * i + 10, 25, 0, false));
    }

    assertThat(after.rateAt(6_000 * MS)).isGreaterThanOrEqualTo(25);
  }

  /** A comparison at the rate of all time, with a day without items, took a day for each call. */
  @Test
  void a_day_without_items_before_a_measurement_ends_does_not_count() {
    RateControl rate = throttledTwice().after(call(0, 10, 25, 0, true));
    long day = 86_400_000;
    rate = rate.afterIdle(10 * MS, day * MS);
    for (int second = 0; second < 10; second++) {
      long start = day + 1_000 * second;
      rate = rate.after(call(start, start + 500, 25, second < 4 ? 0 : 25, second == 1));
      assertThat(rate.rateAt((start + 500) * MS)).isGreaterThan(2);
    }
  }

  /** Calls that are throttled in part are few refusals, of which the first may be of yesterday. */
  @Test
  void a_day_without_items_between_the_first_throttlings_does_not_count() {
    long day = 86_400_000;
    RateControl rate = OPEN.after(call(0, 10, 25, 24, true)).afterIdle(10 * MS, day * MS);
    for (int i = 0; i < 40; i++) {
      rate = rate.after(call(day + 50 * i, day + 50 * i + 10, 25, 24, i % 2 == 0));
      assertThat(rate.rateAt((day + 50 * i + 10) * MS)).isGreaterThan(100);
    }
  }

  @Test
  void time_without_items_does_not_count() {
    RateControl idle = measured().afterIdle(1_000 * MS, 61_000 * MS);

    assertThat(idle.rateAt(61_500 * MS)).isEqualTo(measured().rateAt(1_500 * MS));
  }

  @Test
  void time_without_items_before_a_throttling_does_not_count_after_it() {
    RateControl first = throttledTwice().after(call(0, 1_000, 25, 5, true));
    RateControl rate = first.afterIdle(0, 1_010 * MS);
    for (int i = 1; i <= 40; i++) {
      rate = rate.after(call(1_000 + 30 * i, 1_020 + 30 * i, 25, 25, false));
    }
    rate = rate.after(call(2_230, 4_100, 25, 0, true));
    assertThat(rate).isInstanceOf(RefusalComparison.class);
    long now = 4_200;
    while (rate instanceof RefusalComparison) {
      rate = rate.after(call(now, now + 90, 25, 25, false));
      now += 100;
    }

    assertThat(rate.rateAt((now - 10) * MS)).isCloseTo(1_000 / 3.09, within(1.0));
  }

  /**
   * Fifty units per second for a minute, then a throttling: that is the rate of the source, not of
   * the service.
   */
  @Test
  void a_slow_source_is_not_mistaken_for_a_low_capacity() {
    RateControl rate = measured();
    for (int half = 3; half <= 120; half++) {
      rate = rate.afterIdle((500 * half - 500) * MS, (500 * half - 10) * MS);
      rate = rate.after(call(500 * half - 10, 500 * half, 25, 25, false));
    }
    rate = rate.after(call(60_010, 60_020, 25, 20, true));

    assertThat(rate.rateAt(60_020 * MS)).isBetween(0.9 * 900, 1.1 * 900);
  }

  @Test
  void a_constant_share_of_refusals_does_not_reduce_the_rate() {
    RateControl rate = measured(25_000);
    long now = 1_000;
    double lowest = Double.MAX_VALUE;
    for (int i = 0; i < 4_000; i++) {
      double units = Math.min(1e9, rate.rateAt(now * MS) / 100);
      rate = rate.after(call(now, now + 10, (long) units, (long) (0.8 * units), true));
      now += 10;
      lowest = Math.min(lowest, rate.rateAt(now * MS));
    }

    assertThat(lowest).isGreaterThan(150_000);
    assertThat(rate.rateAt(now * MS)).isGreaterThan(2_000_000);
  }

  @Test
  void a_constant_share_of_refusals_does_not_hide_a_capacity() {
    RateControl rate = measured(25_000);
    long now = 1_000;
    double sent = 0;
    for (int i = 0; i < 8_000; i++) {
      double units = Math.min(1e9, rate.rateAt(now * MS) / 100);
      long accepted = (long) Math.min(40_000, 0.8 * units);
      rate = rate.after(call(now, now + 10, (long) units, accepted, true));
      now += 10;
      sent += i >= 4_000 ? units : 0;
    }

    assertThat(sent / 40).isBetween(1_500_000.0, 8_500_000.0);
  }

  @ParameterizedTest
  @CsvSource({
    // ms after the second throttling, logarithm of the growth, doublings
    "     0, 0,   0",
    "  1000, 0.1, 0",
    "  3000, 0.3, 0",
    "  3500, 0.3, 1",
    "  5000, 0.3, 4",
  })
  void after_the_second_one_the_rate_grows_by_a_tenth_a_second_and_then_doubles(
      long ms, double growth, int doublings) {
    assertThat(measured().rateAt((1_000 + ms) * MS))
        .isCloseTo(900 * Math.exp(growth) * (1 << doublings), within(0.001));
  }

  @Test
  void a_throttling_decreases_the_rate_by_more_than_the_growth_of_a_second() {
    RateControl after = grownForASecond().after(call(1_990, 2_000, 25, 10, true));

    assertThat(after.rateAt(2_000 * MS)).isCloseTo(900 * Math.exp(0.099 - 0.13), within(0.1));
  }

  @Test
  void a_twentieth_of_a_call_that_is_refused_does_not_decrease_the_rate() {
    RateControl after = grownForASecond().after(call(1_990, 2_000, 100, 95, true));

    assertThat(after.rateAt(2_000 * MS)).isCloseTo(900 * Math.exp(0.1), within(1.0));
  }

  private static RateControl grownForASecond() {
    RateControl rate = measured();
    for (int i = 1; i <= 38; i++) {
      rate = rate.after(call(1_000 + 25 * i, 1_010 + 25 * i, 25, 25, false));
    }
    return rate;
  }

  @Test
  void calls_sent_before_a_decrease_do_not_decrease_again() {
    assertThat(measured().after(call(999, 1_500, 25, 0, true)).rateAt(2_000 * MS))
        .isEqualTo(measured().rateAt(2_000 * MS));
  }

  @Test
  void a_lower_capacity_is_detected_after_a_few_calls() {
    RateControl after = measured();
    for (int i = 1; i <= 12; i++) {
      after = after.after(call(1_000 + 25 * i, 1_010 + 25 * i, 25, 12, true));
    }

    assertThat(after.rateAt(1_310 * MS)).isBetween(0.9 * 450, 1.3 * 450);
  }

  @Test
  void a_service_that_refuses_everything_is_probed_and_its_recovery_is_detected_at_once() {
    RateControl after = measured();
    for (int i = 1; i <= 20; i++) {
      after = after.after(call(1_000 + 100 * i, 1_010 + 100 * i, 25, 0, true));
    }

    assertThat(after.rateAt(3_000 * MS)).isBetween(25.0, 30.0);
    assertThat(after.after(call(4_000, 4_010, 25, 25, false)).rateAt(4_010 * MS))
        .isCloseTo(900, within(0.01));
  }

  @Test
  void ticks_may_overflow() {
    long origin = Long.MAX_VALUE - 10 * MS;
    RateControl after = throttledTwice().after(new Call(origin, origin + MS, 25, 0, true));
    for (int i = 1; i <= 40; i++) {
      long start = origin + 24 * i * MS;
      after = after.after(new Call(start, start + MS, 25, 25, false));
    }
    after = after.after(new Call(origin + 990 * MS, origin + 1_001 * MS, 25, 0, true));

    // a tenth below the accepted rate, where a service with a capacity refuses nothing
    assertThat(after.rateAt(origin + 1_001 * MS)).isCloseTo(0.9 * 1_000, within(0.01));
  }

  @Test
  void the_rate_is_always_a_positive_number() {
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
        long idle = now - random.nextInt(1 << 30);
        control = random.nextInt(5) == 0 ? control.afterIdle(idle, now) : control;
        assertThat(control.rateAt(now)).as("seed %d, call %d", seed, i).isPositive().isNotNaN();
      }
    }
  }

  private static ThroughputSample counted(long calls, long throttled) {
    return new ThroughputSample(0, 0, calls, calls, calls - throttled, 1, 1, 1, throttled);
  }

  /** One call of 16, after which the count ended with a second one, is hardly a share. */
  @Test
  void a_share_of_few_calls_makes_few_refusals_likely() {
    var few = new ExponentialGrowth.Decline(1, 16, 2, 2, 1);
    var many = new ExponentialGrowth.Decline(1, 1_600, 101, 101, 1);

    assertThat(few.chanceOfSoFew(counted(72, 0))).isCloseTo(16.0 / 88, within(1e-9));
    assertThat(many.chanceOfSoFew(counted(72, 0))).isCloseTo(Math.exp(-4.4), within(0.001));
    assertThat(few.chanceOfSoMuch(counted(16, 4))).isCloseTo(3.0 / 16, within(1e-9));
    assertThat(many.chanceOfSoMuch(counted(16, 4))).isLessThan(0.03);
  }

  @Test
  void the_chance_of_as_many_refusals_as_before_is_a_half() {
    var decline = new ExponentialGrowth.Decline(9, 20_000, 6_001, 6_001, 1);

    assertThat(decline.chanceOfSoFew(counted(20_000, 6_000))).isCloseTo(0.5, within(0.05));
  }
}
