package dev.reprise.classify;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FailuresTest {

  private static final IOException INNER = new IOException("reset");

  static Stream<Throwable> wrappers() {
    return Stream.of(
        new CompletionException(INNER),
        new ExecutionException(INNER),
        new InvocationTargetException(INNER),
        new UndeclaredThrowableException(INNER),
        new UncheckedIOException(INNER),
        new ExecutionException(new CompletionException(new UncheckedIOException(INNER))));
  }

  @ParameterizedTest
  @MethodSource("wrappers")
  void unwraps_exceptions_that_only_wrap_another_failure(Throwable wrapper) {
    assertSame(INNER, Failures.unwrap(wrapper));
  }

  @Test
  void removes_the_wrappers_of_a_stage_and_no_others() {
    ExecutionException own = new ExecutionException(INNER);

    assertSame(INNER, Failures.unwrapCompletion(INNER));
    assertSame(INNER, Failures.unwrapCompletion(new CompletionException(INNER)));
    assertSame(
        own, Failures.unwrapCompletion(new CompletionException(new CompletionException(own))));
  }

  @Test
  void a_stage_may_fail_with_an_endless_chain_of_wrappers() {
    CompletionException empty = new CompletionException("no cause", null);
    CompletionException throwing =
        new CompletionException(INNER) {
          @Override
          public synchronized Throwable getCause() {
            throw new IllegalStateException("lost");
          }
        };
    CompletionException endless =
        new CompletionException(INNER) {
          @Override
          public synchronized Throwable getCause() {
            return this;
          }
        };

    assertSame(empty, Failures.unwrapCompletion(empty));
    assertSame(throwing, Failures.unwrapCompletion(throwing));
    assertSame(endless, Failures.unwrapCompletion(endless));
  }

  @ParameterizedTest
  @MethodSource("wrappers")
  void classifies_wrappers_by_the_failure_inside(Throwable wrapper) {
    ConditionsBuilder builder = new ConditionsBuilder();
    builder.retryOn(IOException.class);

    assertSame(Verdict.retry(), builder.build().classify(Outcome.threw(wrapper)));
  }

  @ParameterizedTest
  @MethodSource("wrappers")
  void wrappers_can_be_named_themselves(Throwable wrapper) {
    ConditionsBuilder builder = new ConditionsBuilder();
    builder.retryOn(wrapper.getClass());

    assertSame(Verdict.retry(), builder.build().classify(Outcome.threw(wrapper)));
    assertSame(Verdict.abort(), builder.build().classify(Outcome.threw(INNER)));
  }

  @Test
  void wrappers_can_be_named_in_the_middle_of_others() {
    Throwable wrapped = new CompletionException(new UncheckedIOException(INNER));
    ConditionsBuilder retrying = new ConditionsBuilder();
    retrying.retryOn(UncheckedIOException.class);
    ConditionsBuilder aborting = new ConditionsBuilder();
    aborting.abortOn(UncheckedIOException.class);

    assertSame(Verdict.retry(), retrying.build().classify(Outcome.threw(wrapped)));
    assertSame(Verdict.abort(), aborting.build().classify(Outcome.threw(wrapped)));
  }

  @Test
  void leaves_an_ordinary_failure_with_a_cause_unchanged() {
    RuntimeException failure = new RuntimeException(INNER);

    assertSame(failure, Failures.unwrap(failure));
  }

  @Test
  void stops_at_a_wrapper_without_a_cause() {
    Throwable empty = new ExecutionException("empty", null);

    assertSame(empty, Failures.unwrap(new CompletionException(empty)));
  }

  @Test
  void ends_on_wrappers_that_wrap_each_other() {
    CompletionException one = new CompletionException("one") {};
    CompletionException other = new CompletionException(one);
    one.initCause(other);

    assertInstanceOf(CompletionException.class, Failures.unwrap(one));
    assertSame(Verdict.retry(), Conditions.DEFAULT.classify(Outcome.threw(one)));
  }

  @Test
  void a_timeout_of_a_socket_is_not_an_interruption() {
    assertFalse(Failures.isInterruption(new SocketTimeoutException()));
    assertTrue(Failures.isInterruption(new InterruptedIOException()));
    assertTrue(Failures.isInterruption(new InterruptedException()));
    assertFalse(Failures.isInterruption(INNER));
  }

  @Test
  void recognizes_a_cancellation() {
    assertTrue(Failures.isCancellation(new CancellationException()));
    assertFalse(Failures.isCancellation(new InterruptedException()));
  }
}
