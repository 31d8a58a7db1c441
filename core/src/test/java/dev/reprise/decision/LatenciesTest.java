package dev.reprise.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {

  @Test
  void are_accepted_in_any_order_and_copied() {
    long[] nanos = {30, 10, 20};
    Latencies latencies = Latencies.of(nanos);
    nanos[0] = 99;
    assertEquals(3, latencies.count());
    assertEquals(10, latencies.percentileNanos(1));
    assertEquals(20, latencies.percentileNanos(50));
    assertEquals(30, latencies.percentileNanos(100));
    assertEquals("3 latencies around 20 ns", latencies.toString());
  }

  /** 7 / 100 * 100 is more than 7 in binary fractions. */
  @Test
  void of_a_hundred_samples_have_each_percentile_at_its_rank() {
    for (int count : new int[] {100, 200, 700, 1_000}) {
      Latencies latencies = Latencies.of(LongStream.rangeClosed(1, count).toArray());
      for (int percent = 1; percent <= 100; percent++) {
        assertEquals((long) count * percent / 100, latencies.percentileNanos(percent));
      }
    }
  }

  @Test
  void use_the_next_rank_if_the_share_is_between_two() {
    Latencies latencies = Latencies.of(1, 2, 3, 4);
    assertEquals(1, latencies.percentileNanos(25));
    assertEquals(2, latencies.percentileNanos(25.1));
    assertEquals(1, latencies.percentileNanos(Double.MIN_VALUE));
    assertEquals(4, latencies.percentileNanos(99.9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 100.1, Double.NaN})
  void refuse_a_percentile_out_of_bounds(double percentile) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> Latencies.of(1).percentileNanos(percentile));
    assertEquals(
        "percentile must be more than 0 and at most 100, but was " + percentile,
        refused.getMessage());
  }

  @Test
  void that_are_empty_have_no_percentile() {
    assertEquals(0, Latencies.NONE.count());
    assertEquals("no latencies", Latencies.NONE.toString());
    assertThrows(IllegalStateException.class, () -> Latencies.NONE.percentileNanos(50));
  }
}
