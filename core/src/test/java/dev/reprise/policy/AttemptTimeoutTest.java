package dev.reprise.policy;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.decision.Latencies;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttemptTimeoutTest {

  private static View measured(Duration... lengths) {
    long[] nanos = Arrays.stream(lengths).mapToLong(Duration::toNanos).toArray();
    return new View(0, 0, Latencies.of(nanos));
  }

  private static View twenty(Duration each) {
    Duration[] lengths = new Duration[20];
    Arrays.fill(lengths, each);
    return measured(lengths);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 5", "3, 9", "4, 9", "2147483647, 9", "0, 2"})
  void depends_on_the_number_of_the_attempt(int attempt, long seconds) {
    AttemptTimeout timeout = AttemptTimeout.of(ofSeconds(2), ofSeconds(5), ofSeconds(9));
    assertEquals(ofSeconds(seconds).toNanos(), timeout.nanos(attempt, View.NONE));
    assertEquals(ofSeconds(9).toNanos(), timeout.maxNanos());
    assertFalse(timeout.readsLatencies());
  }

  @Test
  void is_a_multiple_of_a_percentile_between_floor_and_cap() {
    AttemptTimeout timeout = AttemptTimeout.atPercentile(99, ofSeconds(5)).withFloor(ofMillis(10));
    assertEquals(ofMillis(200).toNanos(), timeout.nanos(1, twenty(ofMillis(100))));
    assertEquals(ofMillis(10).toNanos(), timeout.nanos(1, twenty(ofMillis(1))));
    assertEquals(ofSeconds(5).toNanos(), timeout.nanos(1, twenty(ofSeconds(9))));
    assertEquals(ofSeconds(5).toNanos(), timeout.nanos(1, View.NONE));
    assertEquals(
        ofSeconds(5).toNanos(), timeout.nanos(1, measured(ofMillis(1), ofMillis(2))), "too few");
    assertTrue(timeout.readsLatencies());
  }

  @Test
  void is_limited_to_the_remaining_time() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .within(ofSeconds(6))
            .attemptTimeout(AttemptTimeout.of(ofSeconds(2), ofSeconds(5)))
            .build();
    Progress first = Progress.startingAt(0).attemptStarted(0, 0);
    assertEquals(ofSeconds(2).toNanos(), policy.attemptTimeoutNanos(first, View.NONE, 0));
    long now = ofSeconds(3).toNanos();
    Progress second = first.attemptFinished(now).attemptStarted(now, 0);
    assertEquals(ofSeconds(3).toNanos(), policy.attemptTimeoutNanos(second, View.NONE, now));
    assertEquals(ofSeconds(5), policy.attemptTimeout().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3s",
        "sequence(2s, 5s)",
        "sequence(200ms, 5s, 1m)",
        "percentile(99, x2, cap=5s)",
        "percentile(99.9, x1.5, floor=10ms, cap=5s)"
      })
  void reads_its_printed_text(String text) {
    AttemptTimeout timeout = AttemptTimeout.parse(text);
    assertEquals(text, timeout.toString());
    assertEquals(timeout, AttemptTimeout.parse(timeout.toString()));
    assertEquals(timeout.hashCode(), AttemptTimeout.parse(text).hashCode());
    RetryPolicy policy = RetryPolicy.parse("attemptTimeout=" + text);
    assertEquals(timeout, policy.attemptTimeouts().orElseThrow());
    assertTrue(policy.toString().contains("attemptTimeout=" + text), policy::toString);
    assertEquals(policy, RetryPolicy.parse(policy.toString()));
    assertEquals(policy, policy.toBuilder().build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0s | must be more than 0 s, but was 0 s",
        "sequence(2s, 0s) | attemptTimeout 2 must be more than 0 s",
        "percentile(99) | percentile needs a cap",
        "percentile(100, cap=1s) | percentile must be more than 0 and less than 100, but was 100",
        "percentile(99, x1, cap=1s) | times must be more than 1, but was 1",
        "percentile(99, floor=2s, cap=1s) | floor must be from 0 s to the cap, 1 s, but was 2 s",
        "mean(2s) | sequence",
      })
  void refuses_invalid_text_with_a_message(String text, String message) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> RetryPolicy.parse("attemptTimeout=" + text));
    assertTrue(refused.getMessage().contains(message), refused::getMessage);
  }

  @Test
  void only_measures_for_drivers_that_end_attempts_by_themselves() {
    AttemptTimeout measuring = AttemptTimeout.atPercentile(50, ofSeconds(1)).fixedAt(ofSeconds(90));
    assertTrue(measuring.readsLatencies());
    assertEquals(ofSeconds(90).toNanos(), measuring.nanos(1, twenty(ofMillis(1))));
    assertEquals(
        AttemptTimeout.of(ofSeconds(90)),
        AttemptTimeout.of(ofSeconds(2), ofSeconds(5)).fixedAt(ofSeconds(90)));
  }

  @Test
  void only_percentiles_have_factor_and_floor() {
    AttemptTimeout fixed = AttemptTimeout.of(ofSeconds(1));
    assertThrows(IllegalStateException.class, () -> fixed.times(3));
    assertThrows(IllegalStateException.class, () -> fixed.withFloor(ofMillis(1)));
    assertThrows(
        IllegalArgumentException.class, () -> AttemptTimeout.atPercentile(0, ofSeconds(1)));
  }
}
