package dev.reprise.backoff;

import static dev.reprise.backoff.Delays.ms;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "none(floor=10ms)",
        "fixed(1s)",
        "linear(100ms, +50ms)",
        "linear(100ms, +0s)",
        "exponential(100ms, x2, cap=10s, jitter=full)",
        "exponential(100ms, x1.5, floor=1us, cap=1d, jitter=proportional(0.2))",
        "exponential(100ms, x1.0E300)",
        "fixed(1s, jitter=proportional(1.0E-5))",
        "fibonacci(100ms, jitter=equal)",
        "uniform(10ms, 50ms)",
        "sequence(1ms, 5ms, 1s)",
        "decorrelated(10ms, cap=2s)",
        "decorrelated(10ms, floor=20ms, cap=9223372036854775807ns)",
        "elapsed",
        "elapsed(x0.5)",
        "elapsed(x1.0E-5, min=0L, max=100L)",
        "elapsed(max=20.5L, floor=1ms, cap=2s)",
        "contention",
        "contention(x1)",
        "contention(x1.5, min=1.0E-5L, max=1.0E300L, cap=10s)",
        "then(3, fixed(10ms), exponential(1s, x2))",
        "then(2, contention, elapsed(min=1L), cap=5s)",
        "then(1, none, then(2, fixed(1ms, jitter=full), fixed(1h)), cap=30m)"
      })
  void prints_unchanged(String text) {
    assertEquals(text, Backoff.parse(text).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " none() | none",
        "fixed( 1.5s ) | fixed(1500ms)",
        "fixed(0ms) | none",
        "linear(100ms) | linear(100ms, +100ms)",
        "exponential(60s) | exponential(1m, x2)",
        "exponential(100ms,x2.0,jitter=none,cap=10s) | exponential(100ms, x2, cap=10s)",
        "fixed(1s, jitter=full(), floor=0s) | fixed(1s, jitter=full)",
        "fixed(99999999d) | fixed(9223372036854775807ns)",
        "fixed(1s, cap=99999999d) | fixed(1s)",
        "elapsed() | elapsed",
        "elapsed(x0.7,max=50L,min=1.50L) | elapsed",
        "elapsed(cap=1s, max=70L, min=60L, jitter=none) | elapsed(min=60L, max=70L, cap=1s)",
        "elapsed(max=1L, min=0.5L) | elapsed(min=0.5L, max=1L)",
        "contention( x1.33, max=65L, min=2L ) | contention",
        "crowd(x1.5) | contention(x1.5)",
      })
  void reads_shorter_and_longer_forms(String text, String printed) {
    assertEquals(printed, Backoff.parse(text).toString());
  }

  @Test
  void reads_every_backoff_of_the_builder() {
    assertEquals(
        Backoff.exponential(ms(100)).cappedAt(ms(10_000)).jitter(Jitter.full()),
        Backoff.parse("exponential(100ms, x2, cap=10s, jitter=full)"));
    assertEquals(Backoff.linear(Duration.ofHours(1)), Backoff.parse("linear(60m, +1h)"));
  }

  /** The caret is below the first character of the second column. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 1 | expected a backoff: none, fixed,",
        "expo(1s) | 1 | unknown backoff 'expo', expected none, fixed,",
        "custom(mine) | 1 | custom means user code, which a text cannot give",
        "fixed | 6 | expected '(' and the delay, but the text ended",
        "fixed() | 7 | expected the delay, but found ')'",
        "fixed(100) | 10 | expected a unit of time (ns, us, ms, s, m, h or d) after 100, but found"
            + " ')'",
        "fixed(100sec) | 10 | expected a unit of time",
        "fixed(1.5ns) | 7 | a duration is a whole number of nanoseconds",
        "fixed(-1s) | 7 | expected the delay, a duration such as 100ms, but found '-'",
        "fixed(1s | 9 | expected ',' or ')', but the text ended",
        "fixed(1s, 2s) | 11 | expected floor, cap or jitter and '=', or ')', but found '2'",
        "fixed(1s) x | 11 | expected the end, but found 'x'",
        "fixed(1s)) | 10 | expected the end, but found ')'",
        "fixed (1s) | 6 | expected '(' and the delay, but found ' '",
        "linear(1s, 2s) | 12 | expected an increment such as +50ms, but found '2'",
        "exponential(1s, 2) | 17 | expected a factor such as x2, but found '2'",
        "exponential(1s, x0.5) | 17 | factor must be at least 1 and finite, but was 0.5",
        "exponential(1s, x9e999) | 18 | number out of range",
        "exponential(1s, cpa=2s) | 17 | unknown key 'cpa', expected floor, cap or jitter",
        "exponential(1s, cap=2s, cap=3s) | 25 | cap is given twice",
        "exponential(1s, cap=2s, x2) | 25 | expected floor, cap or jitter and '=', or ')', but"
            + " found 'x'",
        "exponential(1s, cap=0s) | 21 | cap must be more than 0 s, but was 0 s",
        "fixed(1s, cap=1s, floor=2s) | 25 | floor must be at most the cap of 1 s, but was 2 s",
        "fixed(1s, floor=2s, cap=1s) | 25 | floor must be at most the cap of 1 s, but was 2 s",
        "uniform(5ms, 4ms) | 14 | max must be at least the min of 5 ms, but was 4 ms",
        "uniform(5ms) | 12 | expected the max, but found ')'",
        "uniform(1ms, 5ms, jitter=full) | 26 | jitter must be none for uniform",
        "sequence() | 10 | expected a delay, but found ')'",
        "sequence(1s,) | 13 | expected a delay, a duration such as 100ms, but found ')'",
        "decorrelated(10ms) | 1 | decorrelated needs a cap, as in decorrelated(10ms, cap=2s)",
        "decorrelated(10ms, cap=1ms) | 24 | cap must be at least the base of decorrelated",
        "elapsed(0.7) | 9 | expected a share such as x0.7, but found '0'",
        "elapsed(xL) | 10 | expected a share, a number such as 1.5, but found 'L'",
        "elapsed(x0.7, 5L) | 15 | expected min, max, floor, cap or jitter and '=', or ')', but"
            + " found '5'",
        "elapsed(min=1ms) | 14 | expected L, which means the latency of an attempt, after the",
        "elapsed(min=60L) | 13 | max must be at least the min of 60.0, but was 50.0",
        "elapsed(max=1L) | 13 | max must be at least the min of 1.5, but was 1.0",
        "elapsed(max=0L, min=0L) | 21 | max must be more than 0 and finite, but was 0.0",
        "elapsed(min=1L, min=2L) | 17 | min is given twice",
        "elapsed(jitter=full) | 16 | jitter must be none for elapsed, which is random itself, but",
        "contention(x0.9) | 12 | factor must be at least 1 and finite, but was 0.9",
        "contention(share=1) | 12 | unknown key 'share', expected min, max, floor, cap or jitter",
        "then(1, contention, none, jitter=full) | 34 | jitter must be none for contention",
        "then(1, contention, none, min=1L) | 27 | unknown key 'min', expected floor, cap or jitter",
        "fixed(1s, jitter=some) | 18 | unknown jitter 'some', expected none, full, equal or",
        "fixed(1s, jitter=full(1)) | 23 | expected ')', but found '1'",
        "fixed(1s, jitter=proportional) | 30 | expected '(' and a share, but found ')'",
        "fixed(1s, jitter=proportional(2)) | 31 | the share of proportional jitter must be",
        "fixed(1s, jitter=proportional(0.2, p=1)) | 36 | unknown key 'p', proportional takes none",
        "then(0, none, none) | 6 | retries must be at least 1, but was 0",
        "then(99999999999, none, none) | 6 | retries must be at most 2147483647",
        "then(1, none) | 13 | expected the backoff of later retries, but found ')'",
        "then(1, none, 5) | 15 | expected a backoff: none, fixed,",
        "then(1, none, fixed(1)) | 22 | expected a unit of time",
      })
  void points_at_the_character_that_is_wrong(String text, int column, String reason) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Backoff.parse(text)).getMessage();
    String[] lines = message.split("\n", -1);
    assertTrue(lines[0].startsWith(reason), message);
    assertTrue(lines[0].endsWith(" (column " + column + ")"), message);
    assertEquals("  " + text, lines[1]);
    assertEquals(" ".repeat(column + 1) + "^", lines[2]);
  }

  @Test
  void a_custom_backoff_cannot_be_read() {
    Backoff custom = Backoff.custom("table", (p, v, n, r) -> 0).cappedAt(ms(5));
    assertEquals("custom(table, cap=5ms)", custom.toString());
    assertThrows(IllegalArgumentException.class, () -> Backoff.parse(custom.toString()));
  }

  @Test
  void refuses_deep_nesting_before_the_stack_overflows() {
    String text = "then(1, none, ".repeat(100_000);
    String message =
        assertThrows(IllegalArgumentException.class, () -> Backoff.parse(text)).getMessage();
    assertTrue(message.startsWith("then must not be nested deeper than 64"), message);
  }
}
