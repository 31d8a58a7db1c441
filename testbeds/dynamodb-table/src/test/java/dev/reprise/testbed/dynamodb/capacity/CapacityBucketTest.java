package dev.reprise.testbed.dynamodb.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapacityBucketTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long UNIT = 2;

  @Test
  void starts_with_exactly_the_burst() {
    CapacityBucket bucket = new CapacityBucket(500, Duration.ofSeconds(1), 0);

    assertThat(taken(bucket, UNIT, 0)).isEqualTo(500);
  }

  @Test
  void refills_exactly_at_the_rate() {
    CapacityBucket bucket = new CapacityBucket(3, Duration.ofSeconds(1), 0);
    taken(bucket, UNIT, 0);

    assertThat(bucket.tryTake(UNIT, SECOND / 3)).isFalse();
    assertThat(bucket.tryTake(UNIT, SECOND / 3 + 1)).isTrue();
    assertThat(bucket.tryTake(UNIT, 2 * SECOND / 3 + 1)).isTrue();
    assertThat(bucket.tryTake(UNIT, SECOND)).isTrue();
    assertThat(bucket.tryTake(UNIT, SECOND)).isFalse();
  }

  @Test
  void never_saves_more_than_the_burst() {
    CapacityBucket bucket = new CapacityBucket(10, Duration.ofSeconds(3), 0);
    taken(bucket, UNIT, 0);

    assertThat(taken(bucket, UNIT, 3600 * SECOND)).isEqualTo(30);
  }

  @Test
  void half_units_count_half() {
    CapacityBucket bucket = new CapacityBucket(10, Duration.ofSeconds(1), 0);

    assertThat(taken(bucket, 1, 0)).isEqualTo(20);
  }

  @Test
  void a_refusal_consumes_nothing() {
    CapacityBucket bucket = new CapacityBucket(10, Duration.ofSeconds(1), 0);
    bucket.tryTake(9 * UNIT, 0);

    assertThat(bucket.tryTake(2 * UNIT, 0)).isFalse();
    assertThat(bucket.tryTake(UNIT, 0)).isTrue();
  }

  @Test
  void a_cost_above_the_burst_needs_a_full_bucket_and_leaves_a_debt() {
    CapacityBucket bucket = new CapacityBucket(10, Duration.ofSeconds(1), 0);

    assertThat(bucket.tryTake(35 * UNIT, 0)).isTrue();
    assertThat(bucket.tryTake(1, 5 * SECOND / 2)).isFalse();
    assertThat(bucket.tryTake(UNIT, 26 * SECOND / 10)).isTrue();
    assertThat(bucket.tryTake(35 * UNIT, 35 * SECOND / 10)).isFalse();
    assertThat(bucket.tryTake(35 * UNIT, 36 * SECOND / 10)).isTrue();
  }

  @Test
  void a_tick_from_the_past_refills_nothing() {
    CapacityBucket bucket = new CapacityBucket(1, Duration.ofSeconds(1), 10 * SECOND);
    taken(bucket, UNIT, 10 * SECOND);

    assertThat(bucket.tryTake(UNIT, 0)).isFalse();
    assertThat(bucket.tryTake(UNIT, 11 * SECOND - 1)).isFalse();
    assertThat(bucket.tryTake(UNIT, 11 * SECOND)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, Long.MAX_VALUE - 5, Long.MAX_VALUE})
  void the_origin_of_ticks_does_not_matter(long origin) {
    CapacityBucket bucket = new CapacityBucket(2, Duration.ofSeconds(1), origin);
    taken(bucket, UNIT, origin);

    assertThat(bucket.tryTake(UNIT, origin + SECOND / 2 - 1)).isFalse();
    assertThat(bucket.tryTake(UNIT, origin + SECOND / 2)).isTrue();
  }

  @Test
  void extremes_saturate() {
    CapacityBucket bucket =
        new CapacityBucket(1_000_000_000_000L, Duration.ofSeconds(Long.MAX_VALUE), 0);

    assertThat(bucket.tryTake(Long.MAX_VALUE, 0)).isTrue();
    assertThat(bucket.tryTake(UNIT, 0)).isFalse();
    assertThat(bucket.tryTake(UNIT, Long.MAX_VALUE)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void in_any_period_at_most_burst_and_refill_are_consumed(long seed) {
    Random random = new Random(seed);
    long rate = 1 + random.nextInt(1000);
    CapacityBucket bucket = new CapacityBucket(rate, Duration.ofSeconds(1), 0);
    long now = 0;
    long halves = 0;
    for (int i = 0; i < 20_000; i++) {
      now += random.nextInt(2_000_000);
      long cost = 1 + random.nextInt(8);
      halves += bucket.tryTake(cost, now) ? cost : 0;

      double allowed = 2.0 * rate * (1 + now / 1e9) + 8;
      assertThat((double) halves).as("seed %d, call %d", seed, i).isLessThanOrEqualTo(allowed);
    }
  }

  private static int taken(CapacityBucket bucket, long halves, long now) {
    int count = 0;
    while (bucket.tryTake(halves, now)) {
      count++;
    }
    return count;
  }
}
