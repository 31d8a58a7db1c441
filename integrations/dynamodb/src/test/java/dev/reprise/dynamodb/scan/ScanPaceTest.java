package dev.reprise.dynamodb.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.batch.Pace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScanPaceTest {

  private static final long SECOND = 1_000_000_000;
  private long now;

  /** Requests pages one after the other for a time, and returns their total cost. */
  private double spend(ScanPace pace, long nanos, double unitsPerItem, int longestPage) {
    double spent = 0;
    long end = now + nanos;
    while (now < end) {
      long wait = pace.waitNanos(now, 0);
      if (wait > 0) {
        now += wait;
        continue;
      }
      int most = pace.maxItems(now);
      int items = most == 0 ? longestPage : Math.min(most, longestPage);
      double paid = pace.start(now);
      now += 2_000_000;
      pace.record(paid, items * unitsPerItem, items, false, now);
      spent += items * unitsPerItem;
    }
    return spent;
  }

  @ParameterizedTest
  @ValueSource(doubles = {5, 100, 25_000})
  void a_fixed_rate_holds_for_pages_of_any_cost(double rate) {
    ScanPace pace = new ScanPace(Pace.fixed(rate), now);
    double first = spend(pace, 10 * SECOND, 0.5, 1_000);
    double second = spend(pace, 20 * SECOND, 0.5, 1_000);

    assertThat((first + second) / 30).isCloseTo(rate, within(rate * 0.05 + 1));
  }

  @Test
  void
      a_page_is_no_longer_than_half_a_second_and_none_but_the_first_starts_before_its_cost_is_known() {
    ScanPace pace = new ScanPace(Pace.fixed(100), now);
    assertThat(pace.maxItems(now)).isEqualTo(25);
    double paid = pace.start(now);
    assertThat(pace.waitNanos(now, 1)).isEqualTo(Long.MAX_VALUE);
    pace.record(paid, 50, 25, false, now);

    assertThat(pace.maxItems(now)).isEqualTo(25);
    assertThat(pace.waitNanos(now, 1)).isCloseTo(SECOND / 2, within(20_000_000L));
  }

  @Test
  void an_adaptive_rate_stays_below_its_limit_before_and_after_a_throttled_page() {
    ScanPace pace = new ScanPace(Pace.adaptive().atMost(100), now);
    assertThat(spend(pace, 20 * SECOND, 0.5, 1_000) / 20).isBetween(95.0, 105.0);
    double paid = pace.start(now);
    pace.record(paid, 50, 100, true, now);

    assertThat(spend(pace, 20 * SECOND, 0.5, 1_000) / 20).isBetween(75.0, 105.0);
  }

  @Test
  void an_adaptive_rate_has_no_limit_until_a_page_is_throttled_and_then_grows() {
    ScanPace pace = new ScanPace(Pace.adaptive(), now);
    assertThat(pace.maxItems(now)).isZero();
    for (int i = 0; i < 100; i++) {
      double paid = pace.start(now);
      assertThat(pace.waitNanos(now, 3)).isZero();
      now += SECOND / 100;
      pace.record(paid, 2, 4, i == 99, now);
    }

    assertThat(pace.maxItems(now)).isEqualTo(160);
    assertThat(spend(pace, 10 * SECOND, 0.5, 1_000) / 10).isBetween(220.0, 270.0);
    assertThat(pace.maxItems(now)).isBetween(310, 340);
  }
}
