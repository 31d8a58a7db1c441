package dev.reprise.hedge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.decision.Latencies;
import dev.reprise.decision.View;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HedgeTest {

  private static final Duration CENTURIES = Duration.ofSeconds(Long.MAX_VALUE);

  private static View known(int samples) {
    return new View(0, 0, Latencies.of(LongStream.rangeClosed(1, samples).toArray()));
  }

  @Test
  void after_a_fixed_delay_needs_no_latency() {
    Hedge hedge = Hedge.after(Duration.ofMillis(50));
    assertEquals(OptionalLong.of(50_000_000), hedge.delayNanos(View.NONE));
    assertFalse(hedge.isPercentile());
    assertEquals(2, hedge.maxInFlight());
  }

  @Test
  void after_zero_is_sent_at_once_and_after_centuries_hardly_ever() {
    assertEquals(OptionalLong.of(0), Hedge.after(Duration.ZERO).delayNanos(View.NONE));
    assertEquals(OptionalLong.of(Long.MAX_VALUE), Hedge.after(CENTURIES).delayNanos(View.NONE));
  }

  @Test
  void at_a_percentile_waits_for_enough_samples() {
    Hedge hedge = Hedge.atPercentile(90);
    assertTrue(hedge.isPercentile());
    assertEquals(OptionalLong.empty(), hedge.delayNanos(View.NONE));
    assertEquals(OptionalLong.empty(), hedge.delayNanos(known(Hedge.MIN_SAMPLES - 1)));
    assertEquals(OptionalLong.of(18), hedge.delayNanos(known(Hedge.MIN_SAMPLES)));
    assertEquals(OptionalLong.of(90), hedge.delayNanos(known(100)));
  }

  @Test
  void at_a_percentile_waits_at_least_its_floor() {
    Hedge hedge = Hedge.atPercentile(50).withFloor(Duration.ofNanos(60));
    assertEquals(OptionalLong.of(60), hedge.delayNanos(known(100)));
    assertEquals(OptionalLong.of(100), hedge.delayNanos(known(200)));
    assertEquals(OptionalLong.empty(), hedge.delayNanos(known(3)));
  }

  @Test
  void of_code_calls_it_with_the_known_latencies() {
    Hedge twice =
        Hedge.custom(
            "twice",
            known -> known.count() < 3 ? null : Duration.ofNanos(2 * known.percentileNanos(50)));
    assertEquals(OptionalLong.empty(), twice.delayNanos(View.NONE));
    assertEquals(OptionalLong.of(100), twice.delayNanos(known(100)));
    assertTrue(twice.readsLatencies());
    assertTrue(Hedge.atPercentile(95).readsLatencies());
    assertFalse(Hedge.after(Duration.ZERO).readsLatencies());
    assertFalse(twice.isPercentile());
    assertEquals("custom(twice, maxInFlight=3)", twice.maxInFlight(3).toString());
    assertEquals(OptionalLong.of(100), twice.maxInFlight(3).delayNanos(known(100)));
  }

  @Test
  void of_code_handles_exceptions_negative_delays_and_delays_of_centuries() {
    Hedge throwing =
        Hedge.custom(
            "throwing",
            known -> {
              throw new IllegalStateException("bug");
            });
    assertEquals(OptionalLong.empty(), throwing.delayNanos(known(100)));
    Hedge negative = Hedge.custom("negative", known -> Duration.ofNanos(-1));
    assertEquals(OptionalLong.of(0), negative.delayNanos(View.NONE));
    Hedge past = Hedge.custom("past", known -> CENTURIES.negated());
    assertEquals(OptionalLong.of(0), past.delayNanos(View.NONE));
    Hedge never = Hedge.custom("never", known -> CENTURIES);
    assertEquals(OptionalLong.of(Long.MAX_VALUE), never.delayNanos(View.NONE));
  }

  @Test
  void of_code_compares_by_identity_and_has_no_text_form() {
    Function<Latencies, @Nullable Duration> delay = known -> null;
    assertEquals(Hedge.custom("mine", delay), Hedge.custom("mine", delay));
    assertEquals(Hedge.custom("mine", delay).hashCode(), Hedge.custom("mine", delay).hashCode());
    assertNotEquals(Hedge.custom("mine", delay), Hedge.custom("other", delay));
    assertNotEquals(Hedge.custom("mine", delay), Hedge.custom("mine", known -> null));
    assertNotEquals(Hedge.custom("mine", delay), Hedge.after(Duration.ZERO));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Hedge.parse("custom(mine)"));
    assertTrue(refused.getMessage().contains("custom means user code"), refused::getMessage);
    assertThrows(IllegalArgumentException.class, () -> Hedge.custom("not a name", delay));
    assertThrows(
        IllegalStateException.class, () -> Hedge.custom("mine", delay).withFloor(Duration.ZERO));
  }

  @Test
  void copies_keep_every_other_setting() {
    Hedge hedge = Hedge.atPercentile(95).maxInFlight(4).withFloor(Duration.ofMillis(5));
    assertEquals("percentile(95, floor=5ms, maxInFlight=4)", hedge.toString());
    assertEquals(hedge, Hedge.atPercentile(95).withFloor(Duration.ofMillis(5)).maxInFlight(4));
    assertEquals(
        "after(5ms, maxInFlight=3)", Hedge.after(Duration.ofMillis(5)).maxInFlight(3).toString());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 100, 101, Double.NaN, Double.POSITIVE_INFINITY})
  void refuses_a_percentile_out_of_bounds(double percentile) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Hedge.atPercentile(percentile));
    assertEquals(
        "percentile must be more than 0 and less than 100, but was " + percentile,
        refused.getMessage());
  }

  @Test
  void refuses_settings_that_cannot_hedge() {
    Hedge fixed = Hedge.after(Duration.ZERO);
    assertEquals(
        "delay must not be negative, but was -1 ms",
        assertThrows(IllegalArgumentException.class, () -> Hedge.after(Duration.ofMillis(-1)))
            .getMessage());
    assertEquals(
        "maxInFlight must be at least 2, but was 1",
        assertThrows(IllegalArgumentException.class, () -> fixed.maxInFlight(1)).getMessage());
    assertEquals(
        "floor must not be negative, but was -1 ms",
        assertThrows(
                IllegalArgumentException.class,
                () -> Hedge.atPercentile(95).withFloor(Duration.ofMillis(-1)))
            .getMessage());
    assertEquals(
        "floor needs a percentile, but the hedge is after(0s)",
        assertThrows(IllegalStateException.class, () -> fixed.withFloor(Duration.ofMillis(1)))
            .getMessage());
  }

  @Test
  void is_equal_by_value() {
    List<Hedge> different =
        List.of(
            Hedge.after(Duration.ZERO),
            Hedge.after(Duration.ofMillis(5)),
            Hedge.after(Duration.ofMillis(5)).maxInFlight(3),
            Hedge.atPercentile(95),
            Hedge.atPercentile(95).maxInFlight(3),
            Hedge.atPercentile(95).withFloor(Duration.ofMillis(5)),
            Hedge.atPercentile(99));
    for (Hedge one : different) {
      for (Hedge other : different) {
        assertEquals(one == other, one.equals(other), one + " and " + other);
      }
      assertEquals(one, Hedge.parse(one.toString()));
      assertEquals(one.hashCode(), Hedge.parse(one.toString()).hashCode());
      assertNotEquals(one, new Object());
    }
  }

  @Test
  void reads_its_printed_text() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 10_000; i++) {
      Hedge hedge = RandomHedges.next(random);
      assertEquals(hedge, Hedge.parse(hedge.toString()), hedge::toString);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "after( 50ms , maxInFlight=3 ) | after(50ms, maxInFlight=3)",
        "after(50ms, most=3) | after(50ms, maxInFlight=3)",
        "percentile(95, maxInFlight=3, floor=5ms) | percentile(95, floor=5ms, maxInFlight=3)",
        "percentile(99.9) | percentile(99.9)",
        "percentile(95, floor=0s, maxInFlight=2) | percentile(95)",
      })
  void reads_other_forms_of_the_text(String text, String printed) {
    assertEquals(printed, Hedge.parse(text).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "before(50ms) | 1 | unknown hedge 'before', expected after(50ms) or percentile(95)",
        "after() | 7 | expected the delay",
        "after(50) | 9 | expected a unit of time",
        "after(-5ms) | 7 | expected the delay",
        "after(50ms, maxInFlight=1) | 25 | maxInFlight must be at least 2, but was 1",
        "after(50ms, floor=5ms) | 13 | ",
        "after(50ms, maxInFlight=2, maxInFlight=3) | 28 | ",
        "after(50ms, maxInFlight=2, most=3) | 28 | maxInFlight is given already, and most is its",
        "percentile(95, most=3, maxInFlight=2) | 24 | maxInFlight is given",
        "percentile(0) | 12 | percentile must be more than 0 and less than 100, but was 0.0",
        "percentile(100) | 12 | percentile must be more than 0 and less than 100, but was 100.0",
        "percentile(95%) | 14 | ",
        "percentile(95 | 14 | ",
        "after(50ms)) | 12 | ",
        "'' | 1 | ",
      })
  void points_at_a_mistake(String text, int column, String message) {
    IllegalArgumentException mistake =
        assertThrows(IllegalArgumentException.class, () -> Hedge.parse(text));
    String line = String.valueOf(mistake.getMessage()).split("\n")[0];
    assertTrue(message == null || line.startsWith(message), line);
    assertTrue(line.endsWith("(column " + column + ")"), line);
  }

  @Test
  void returns_its_percentile_and_its_minimum_delay() {
    Hedge fixed = Hedge.after(Duration.ofMillis(50));
    assertEquals(OptionalDouble.empty(), fixed.percentile());
    assertEquals(Duration.ofMillis(50), fixed.minDelay());
    Hedge percentile = Hedge.atPercentile(99.9);
    assertEquals(OptionalDouble.of(99.9), percentile.percentile());
    assertEquals(Duration.ZERO, percentile.minDelay());
    assertEquals(Duration.ofMillis(5), percentile.withFloor(Duration.ofMillis(5)).minDelay());
  }
}
