package dev.reprise.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.classify.Verdict.Action;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class VerdictTest {

  @Test
  void has_action_kind_and_effect() {
    Verdict verdict = Verdict.retry().withKind(FailureKind.TIMEOUT).withEffect(Effect.NONE);

    assertEquals(Action.RETRY, verdict.action());
    assertEquals(FailureKind.TIMEOUT, verdict.kind());
    assertEquals(Effect.NONE, verdict.effect());
    assertEquals("RETRY(TIMEOUT, effect NONE)", verdict.toString());
  }

  @Test
  void has_the_wait_that_a_server_requested() {
    Verdict verdict = Verdict.retryNoSoonerThan(Duration.ofSeconds(3));

    assertEquals(Action.RETRY, verdict.action());
    assertEquals(FailureKind.THROTTLED, verdict.kind());
    assertTrue(verdict.hasHint());
    assertEquals(3_000_000_000L, verdict.hintNanos());
    assertEquals("RETRY(THROTTLED, effect UNKNOWN, no sooner than 3 s)", verdict.toString());
    assertTrue(verdict.withKind(FailureKind.OTHER).withEffect(Effect.NONE).hasHint());
  }

  @Test
  void counts_a_hint_in_the_past_as_zero_and_an_endless_one_as_the_longest_wait() {
    assertEquals(0, Verdict.retryNoSoonerThan(Duration.ofSeconds(-5)).hintNanos());
    assertEquals(0, Verdict.retryNoSoonerThan(Duration.ofSeconds(Long.MIN_VALUE)).hintNanos());
    assertTrue(Verdict.retryNoSoonerThan(Duration.ZERO).hasHint());
    assertEquals(
        Long.MAX_VALUE, Verdict.retryNoSoonerThan(Duration.ofSeconds(Long.MAX_VALUE)).hintNanos());
  }

  @Test
  void has_no_hint_unless_a_server_sent_one() {
    assertFalse(Verdict.retry().hasHint());
    assertEquals(0, Verdict.retry().hintNanos());
  }

  @Test
  void is_equal_by_value() {
    assertEquals(
        Verdict.retryNoSoonerThan(Duration.ofMillis(1_000)),
        Verdict.retryNoSoonerThan(Duration.ofSeconds(1)));
    assertEquals(
        Verdict.retry().withEffect(Effect.NONE).hashCode(),
        Verdict.retry().withEffect(Effect.NONE).hashCode());
    assertNotEquals(Verdict.retry(), Verdict.retry().withEffect(Effect.NONE));
    assertNotEquals(Verdict.retry(), Verdict.retry().withKind(FailureKind.OTHER));
    assertNotEquals(Verdict.abort(), Verdict.pass());
    assertNotEquals(
        Verdict.retry().withKind(FailureKind.THROTTLED), Verdict.retryNoSoonerThan(Duration.ZERO));
  }

  @Test
  void returns_the_same_instance_if_nothing_changes() {
    assertSame(Verdict.retry(), Verdict.retry().withKind(FailureKind.TRANSIENT));
    assertSame(Verdict.retry(), Verdict.retry().withEffect(Effect.UNKNOWN));
  }

  @Test
  void of_the_second_classifier_counts_if_the_first_one_passes() {
    Classifier first =
        outcome ->
            outcome.failureOrNull() instanceof IOException ? Verdict.abort() : Verdict.pass();
    Classifier both = first.orElse(outcome -> Verdict.retry());

    assertEquals(Verdict.abort(), both.classify(Outcome.threw(new IOException())));
    assertEquals(Verdict.retry(), both.classify(Outcome.threw(new Exception())));
  }

  @Test
  void is_about_an_outcome_with_either_a_value_or_a_failure() {
    IOException failure = new IOException();

    assertEquals("x", Outcome.returned("x").valueOrNull());
    assertNull(Outcome.returned("x").failureOrNull());
    assertSame(failure, Outcome.threw(failure).failureOrNull());
    assertNull(Outcome.threw(failure).valueOrNull());
    assertEquals(Outcome.returned("x"), Outcome.returned("x"));
  }

  @Test
  @SuppressWarnings("NullAway") // a caller without null checks
  void is_never_about_a_null_failure() {
    assertThrows(NullPointerException.class, () -> Outcome.threw(null));
  }
}
