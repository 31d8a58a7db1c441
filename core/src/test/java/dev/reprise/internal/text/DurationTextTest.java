package dev.reprise.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT0.000000001S, 1ns",
    "PT0.000001S, 1us",
    "PT0.1S, 100ms",
    "PT1.5S, 1500ms",
    "PT90S, 90s",
    "PT60S, 1m",
    "PT3600S, 1h",
    "PT24H, 1d",
    "PT25H, 25h",
    "PT876000H, 36500d",
    "PT-5S, -5s"
  })
  void prints_the_largest_unit_that_is_exact(Duration duration, String text) {
    assertEquals(text, DurationText.format(duration));
  }

  @ParameterizedTest
  @CsvSource({
    "1.5s, PT1.5S",
    "0.25us, PT0.00000025S",
    "'  100ms ', PT0.1S",
    "007m, PT7M",
    "0.5d, PT12H",
    "9223372036854775807s, PT2562047788015215H30M7S"
  })
  void reads_numbers_with_a_unit(String text, Duration duration) {
    assertEquals(duration, DurationText.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "5",
        "s",
        "-5s",
        "+5s",
        "5 s",
        "5S",
        "5sec",
        "1h30m",
        "1.s",
        ".5s",
        "1,5s",
        "1e3s",
        "0.5ns",
        "9223372036854775808s",
        "99999999999999999999999999999999999999999s",
        "µs",
        "5µs"
      })
  void refuses_anything_else(String text) {
    assertThrows(IllegalArgumentException.class, () -> DurationText.parse(text));
  }

  @Test
  void reads_a_printed_duration_as_the_same_duration() {
    for (int seed = 0; seed < 20_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long seconds = random.nextLong() >>> (1 + random.nextInt(63));
      long nanos = random.nextInt(10) * (long) Math.pow(10, random.nextInt(9));
      Duration duration = Duration.ofSeconds(seconds, nanos % 1_000_000_000);
      String text = DurationText.format(duration);
      assertEquals(duration, DurationText.parse(text), "seed " + seed + ": " + text);
    }
  }

  @Test
  void prints_nanoseconds_and_durations_in_the_same_way() {
    for (long nanos : new long[] {0, 1, 1_000, 1_500_000_000, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertEquals(DurationText.format(Duration.ofNanos(nanos)), DurationText.format(nanos));
    }
  }

  @Test
  void saturates_at_the_longest_duration_in_nanoseconds() {
    assertEquals(1_500, DurationText.saturatedNanos(Duration.ofNanos(1_500)));
    assertEquals(-1, DurationText.saturatedNanos(Duration.ofNanos(-1)));
    Duration centuries = Duration.ofDays(300 * 366);
    assertEquals(Long.MAX_VALUE, DurationText.saturatedNanos(centuries));
    assertEquals(Long.MIN_VALUE, DurationText.saturatedNanos(centuries.negated()));
  }
}
