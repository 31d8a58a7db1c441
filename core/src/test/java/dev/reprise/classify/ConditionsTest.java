package dev.reprise.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ConditionsTest {

  private static final Duration ENDLESS = Duration.ofMinutes(1);

  private final ConditionsBuilder builder = new ConditionsBuilder();

  @Test
  void retry_every_exception_when_no_class_is_named() {
    assertEquals(Verdict.retry(), Conditions.DEFAULT.classify(Outcome.threw(new IOException())));
    assertTrue(retries(new RuntimeException()));
    assertTrue(retries(new Exception()));
  }

  @Test
  void retry_only_named_classes_if_any_is_named() {
    builder.retryOn(SocketException.class);

    assertTrue(retries(new SocketException()));
    assertTrue(retries(new ConnectException()));
    assertFalse(retries(new IOException()));
    assertFalse(retries(new RuntimeException()));
  }

  @Test
  void combine_classes_causes_and_predicates() {
    builder.retryOn(ConnectException.class);
    builder.retryOnCause(TimeoutException.class);
    builder.retryIf("busy", failure -> "busy".equals(failure.getMessage()));

    assertTrue(retries(new ConnectException()));
    assertTrue(retries(new IOException(new TimeoutException())));
    assertTrue(retries(new TimeoutException()));
    assertTrue(retries(new IOException("busy")));
    assertFalse(retries(new IOException("gone")));
  }

  @Test
  void end_on_a_wrapper_whose_cause_is_a_new_wrapper_each_time() {
    builder.retryOn(SocketException.class);
    builder.abortOn(FileNotFoundException.class);

    boolean retried = assertTimeoutPreemptively(ENDLESS, () -> retries(new WrapsAnew()));

    assertFalse(retried);
  }

  /** Returns a different cause each time. */
  private static final class WrapsAnew extends CompletionException {

    private static final long serialVersionUID = 1;

    WrapsAnew() {
      super("anew");
    }

    @Override
    public synchronized Throwable getCause() {
      return new WrapsAnew();
    }
  }

  @Test
  void find_a_named_cause_sixteen_levels_deep_and_no_deeper() {
    builder.retryOnCause(TimeoutException.class);

    assertTrue(retries(nested(new TimeoutException(), 15)));
    assertFalse(retries(nested(new TimeoutException(), 16)));
  }

  @Test
  void abort_on_a_named_class_even_if_another_condition_retries_it() {
    builder.abortOn(FileNotFoundException.class);
    builder.retryOn(FileNotFoundException.class);
    builder.retryOn(IOException.class);
    builder.classifyWith("everything", outcome -> Verdict.retry());

    assertFalse(retries(new FileNotFoundException()));
    assertTrue(retries(new IOException()));
  }

  @Test
  void evaluate_abort_predicates_before_any_other_condition() {
    List<String> asked = new ArrayList<>();
    builder.abortIf("fatal", failure -> asked.add("abortIf"));
    builder.classifyWith(
        "everything",
        outcome -> {
          asked.add("classifier");
          return Verdict.retry();
        });

    assertFalse(retries(new IOException()));
    assertEquals(List.of("abortIf"), asked);
  }

  @Test
  void call_classifiers_in_their_order() {
    Verdict throttled = Verdict.retry().withKind(FailureKind.THROTTLED);
    builder.classifyWith("none", outcome -> Verdict.pass());
    builder.classifyWith("first", outcome -> throttled);
    builder.classifyWith("second", outcome -> Verdict.abort());

    assertEquals(throttled, verdict(new IOException()));
  }

  @Test
  void call_classifiers_before_the_guards() {
    builder.classifyWith("bold", outcome -> Verdict.retry());

    assertTrue(retries(new IllegalStateException()));
    assertTrue(retries(new OutOfMemoryError()));
  }

  @Test
  void continue_with_the_other_conditions_when_every_classifier_passes() {
    builder.classifyWith("none", outcome -> Verdict.pass());
    builder.retryOn(IOException.class);

    assertTrue(retries(new IOException()));
    assertFalse(retries(new Exception()));
    assertEquals(Verdict.accept(), builder.build().classify(Outcome.returned("ok")));
  }

  @Test
  @SuppressWarnings("NullAway") // a classifier that breaks its contract
  void name_the_classifier_that_returned_null() {
    builder.classifyWith("mine", outcome -> null);

    NullPointerException bug =
        assertThrows(NullPointerException.class, () -> verdict(new IOException()));

    assertEquals("classifier custom(mine) returned null", bug.getMessage());
  }

  @Test
  void pass_on_an_exception_of_a_predicate() {
    builder.retryIf(
        "broken",
        failure -> {
          throw new IllegalStateException("a bug");
        });

    assertThrows(IllegalStateException.class, () -> verdict(new IOException()));
  }

  @Test
  void retry_an_attempt_that_timed_out_although_its_class_is_not_named() {
    builder.retryOn(ConnectException.class);

    assertTrue(retries(new AttemptTimeoutException(1, null)));
    assertFalse(retries(new TimeoutException()));
  }

  @Test
  void abort_an_attempt_that_timed_out_if_its_class_is_named() {
    builder.abortOn(AttemptTimeoutException.class);

    assertFalse(retries(new AttemptTimeoutException(1, null)));
  }

  @Test
  void classify_timeouts_as_timeouts() {
    assertEquals(FailureKind.TIMEOUT, verdict(new AttemptTimeoutException(1, null)).kind());
    assertEquals(FailureKind.TIMEOUT, verdict(new SocketTimeoutException()).kind());
    assertEquals(FailureKind.TIMEOUT, verdict(new TimeoutException()).kind());
    assertEquals(FailureKind.TRANSIENT, verdict(new IOException()).kind());
  }

  @Test
  void treat_the_effect_of_an_exception_as_unknown() {
    assertEquals(Effect.UNKNOWN, verdict(new ConnectException()).effect());
  }

  private boolean retries(Throwable failure) {
    return verdict(failure).action() == Verdict.Action.RETRY;
  }

  private Verdict verdict(Throwable failure) {
    return builder.build().classify(Outcome.threw(failure));
  }

  private static Throwable nested(Throwable failure, int times) {
    Throwable nested = failure;
    for (int i = 0; i < times; i++) {
      nested = new IOException(nested);
    }
    return nested;
  }
}
