package dev.reprise.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HintSourcesTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ConditionsBuilder builder = new ConditionsBuilder();

  /** A failure with a hint for the wait. */
  private interface Busy {
    @Nullable Duration retryAfter();
  }

  private static final class BusyException extends IOException implements Busy {

    private static final long serialVersionUID = 1;
    private final transient @Nullable Duration retryAfter;

    BusyException(@Nullable Duration retryAfter) {
      this.retryAfter = retryAfter;
    }

    @Override
    public @Nullable Duration retryAfter() {
      return retryAfter;
    }
  }

  private record Answer(int status, @Nullable Duration retryAfter) implements Busy {}

  @Test
  void a_failure_that_is_retried_gets_the_hint() {
    builder.hintFrom("busy", BusyException.class, BusyException::retryAfter);
    assertEquals(Verdict.retryNoSoonerThan(MINUTE), thrown(new BusyException(MINUTE)));
    assertEquals(Verdict.retry(), thrown(new BusyException(null)));
    assertEquals(Verdict.retry(), thrown(new IOException()));
  }

  @Test
  void accepts_an_interface_as_type() {
    builder.hintFrom("busy", Busy.class, Busy::retryAfter);
    assertEquals(Verdict.retryNoSoonerThan(MINUTE), thrown(new BusyException(MINUTE)));
  }

  @Test
  void finds_a_hint_in_wrappers_and_causes_up_to_sixteen_levels_deep() {
    builder.hintFrom("busy", Busy.class, Busy::retryAfter);
    Throwable busy = new BusyException(MINUTE);
    assertTrue(thrown(new CompletionException(busy)).hasHint());
    assertTrue(thrown(new UncheckedIOException(new IOException("load", busy))).hasHint());
    assertTrue(thrown(wrapped(busy, 15)).hasHint());
    assertFalse(thrown(wrapped(busy, 16)).hasHint());
  }

  @Test
  void ends_on_a_cycle_of_causes() {
    builder.hintFrom("busy", Busy.class, Busy::retryAfter);
    IOException one = new IOException("one");
    one.initCause(new IOException("two", one));
    assertEquals(Verdict.retry(), thrown(one));
  }

  @Test
  void a_hint_does_not_make_a_failure_retryable() {
    builder.retryOn(TimeoutException.class);
    builder.hintFrom("busy", Busy.class, Busy::retryAfter);
    assertEquals(Verdict.abort(), thrown(new BusyException(MINUTE)));
    builder.retryOn(BusyException.class);
    assertEquals(Verdict.retryNoSoonerThan(MINUTE), thrown(new BusyException(MINUTE)));
    builder.abortIf("all", failure -> true);
    assertEquals(Verdict.abort(), thrown(new BusyException(MINUTE)));
  }

  @Test
  void a_missing_hint_does_not_stop_a_retry() {
    builder.retryOn(BusyException.class);
    builder.hintFrom("busy", Busy.class, Busy::retryAfter);
    assertEquals(Verdict.retry(), thrown(new BusyException(null)));
  }

  @Test
  void is_not_evaluated_for_failures_that_are_not_retried() {
    builder.abortOn(IOException.class);
    builder.hintFrom("never", Throwable.class, failure -> failNow());
    builder.classifyWith("no", outcome -> Verdict.abort());
    builder.hintFromResult("never", Object.class, result -> failNow());
    assertEquals(Verdict.abort(), thrown(new IOException()));
    assertEquals(Verdict.abort(), returned("no"));
  }

  @Test
  void the_longest_of_several_hints_applies() {
    builder.hintFrom("short", BusyException.class, failure -> Duration.ofSeconds(1));
    builder.hintFrom("long", Busy.class, Busy::retryAfter);
    builder.hintFrom("none", IOException.class, failure -> null);
    assertEquals(MINUTE.toNanos(), thrown(new BusyException(MINUTE)).hintNanos());
    builder.classifyWith("longest", outcome -> Verdict.retryNoSoonerThan(MINUTE.multipliedBy(2)));
    assertEquals(2 * MINUTE.toNanos(), thrown(new BusyException(MINUTE)).hintNanos());
  }

  @Test
  void keeps_a_known_kind_and_effect() {
    Verdict known = Verdict.retry().withKind(FailureKind.TIMEOUT).withEffect(Effect.NONE);
    builder.classifyWith("known", outcome -> known);
    builder.hintFrom("busy", Busy.class, Busy::retryAfter);
    Verdict verdict = thrown(new BusyException(MINUTE));
    assertEquals(FailureKind.TIMEOUT, verdict.kind());
    assertEquals(Effect.NONE, verdict.effect());
    assertEquals(MINUTE.toNanos(), verdict.hintNanos());
  }

  @Test
  void a_negative_hint_is_zero_and_one_of_centuries_is_the_longest_wait() {
    builder.hintFrom("busy", Busy.class, Busy::retryAfter);
    for (Duration none : new Duration[] {Duration.ZERO, Duration.ofSeconds(Long.MIN_VALUE)}) {
      assertEquals(Verdict.retryNoSoonerThan(Duration.ZERO), thrown(new BusyException(none)));
    }
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
    assertEquals(Long.MAX_VALUE, thrown(new BusyException(longest)).hintNanos());
  }

  @Test
  void a_result_that_is_retried_gets_the_hint() {
    builder.retryOnResult("busy", Answer.class, answer -> answer.status() == 503);
    builder.hintFromResult("busy", Answer.class, Answer::retryAfter);
    assertEquals(Verdict.retryNoSoonerThan(MINUTE), returned(new Answer(503, MINUTE)));
    assertEquals(Verdict.retry(), returned(new Answer(503, null)));
  }

  @Test
  void the_hint_of_an_accepted_result_applies_to_later_calls() {
    builder.hintFromResult("busy", Answer.class, Answer::retryAfter);
    assertFalse(builder.build().acceptsEveryResult());
    assertEquals(Verdict.acceptThenPause(MINUTE), returned(new Answer(200, MINUTE)));
    assertEquals(Verdict.accept(), returned(new Answer(200, null)));
    assertEquals(Verdict.accept(), returned("another type"));
    assertEquals(Verdict.accept(), returned(null));
    assertEquals(Verdict.retry(), thrown(new IOException()));
  }

  @Test
  void hints_from_failures_do_not_apply_to_results() {
    builder.hintFrom("never", Object.class, any -> failNow());
    assertTrue(builder.build().acceptsEveryResult());
    assertEquals(Verdict.accept(), returned("fine"));
  }

  @Test
  void a_failure_that_a_classifier_accepts_gets_no_hint() {
    builder.classifyWith("accept", outcome -> Verdict.accept());
    builder.hintFrom("never", Object.class, any -> failNow());
    assertSame(Verdict.accept(), thrown(new BusyException(MINUTE)));
  }

  @Test
  void reports_an_exception_of_the_code() {
    builder.hintFrom("broken", IOException.class, failure -> failNow());
    builder.hintFromResult("broken", String.class, failure -> failNow());
    assertThrows(ArithmeticException.class, () -> thrown(new IOException()));
    assertThrows(ArithmeticException.class, () -> returned("text"));
  }

  @Test
  void refuses_null_and_names_that_do_not_print() {
    assertThrows(NullPointerException.class, () -> builder.hintFrom("a", null, any -> null));
    assertThrows(NullPointerException.class, () -> builder.hintFrom("a", Busy.class, null));
    assertThrows(
        NullPointerException.class, () -> builder.hintFromResult(null, Busy.class, any -> null));
    assertThrows(
        IllegalArgumentException.class,
        () -> builder.hintFromResult("a b", Busy.class, any -> null));
  }

  private static Throwable wrapped(Throwable failure, int times) {
    Throwable outer = failure;
    for (int i = 0; i < times; i++) {
      outer = new IOException("layer " + i, outer);
    }
    return outer;
  }

  private static @Nullable Duration failNow() {
    throw new ArithmeticException("a bug");
  }

  private Verdict thrown(Throwable failure) {
    return builder.build().classify(Outcome.threw(failure));
  }

  private Verdict returned(@Nullable Object result) {
    return builder.build().classify(Outcome.<@Nullable Object>returned(result));
  }
}
