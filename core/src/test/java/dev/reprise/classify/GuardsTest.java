package dev.reprise.classify;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures that are retried only if they are named: errors, interruptions, cancellations, bugs. */
class GuardsTest {

  private static final List<Throwable> HARD =
      List.of(
          new OutOfMemoryError(),
          new AssertionError(),
          new StackOverflowError(),
          new NoClassDefFoundError(),
          new InterruptedException(),
          new InterruptedIOException(),
          new ClosedByInterruptException(),
          new FileLockInterruptionException(),
          new CancellationException());

  private static final List<Throwable> BUGS =
      List.of(
          new NullPointerException(),
          new ClassCastException(),
          new IllegalArgumentException(),
          new NumberFormatException(),
          new IllegalStateException(),
          new UnsupportedOperationException(),
          new ArrayIndexOutOfBoundsException(),
          new ArithmeticException());

  private final ConditionsBuilder builder = new ConditionsBuilder();

  static Stream<Throwable> guarded() {
    return Stream.concat(HARD.stream(), BUGS.stream());
  }

  static Stream<Throwable> hard() {
    return HARD.stream();
  }

  static Stream<Throwable> bugs() {
    return BUGS.stream();
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void are_not_retried_by_default_wrapped_or_not(Throwable failure) {
    assertFalse(retries(failure));
    assertFalse(retries(new CompletionException(failure)));
    assertFalse(retries(new CompletionException(new CompletionException(failure))));
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void are_not_retried_because_a_superclass_is_named(Throwable failure) {
    builder.retryOn(Throwable.class);
    builder.retryOn(Exception.class);
    builder.retryOn(RuntimeException.class);
    builder.retryOn(IOException.class);

    assertFalse(retries(failure));
    assertFalse(retries(new CompletionException(failure)));
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void are_not_retried_because_a_superclass_is_named_as_a_cause(Throwable failure) {
    builder.retryOnCause(Throwable.class);
    builder.retryOnCause(RuntimeException.class);

    assertFalse(retries(failure));
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void are_not_retried_because_a_predicate_is_true(Throwable failure) {
    builder.retryIf("everything", any -> true);

    assertFalse(retries(failure));
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void are_retried_when_their_own_class_is_named(Throwable failure) {
    builder.retryOn(failure.getClass());

    assertTrue(retries(failure));
    assertTrue(retries(new CompletionException(failure)));
  }

  @ParameterizedTest
  @MethodSource("guarded")
  void are_retried_when_their_own_class_is_named_as_a_cause(Throwable failure) {
    builder.retryOnCause(failure.getClass());

    assertTrue(retries(failure));
  }

  @ParameterizedTest
  @MethodSource("hard")
  void are_not_retried_because_of_their_cause(Throwable failure) {
    builder.retryOnCause(IOException.class);

    assertFalse(retries(caused(failure)));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void are_retried_if_a_named_cause_is_below_them_and_only_then(Throwable failure) {
    builder.retryOnCause(IOException.class);

    assertFalse(retries(failure));
    assertTrue(retries(new IllegalStateException(new IOException())));
  }

  @Test
  void are_named_by_the_guarded_class_that_they_extend() {
    builder.retryOn(Error.class);
    builder.retryOn(IllegalArgumentException.class);

    assertTrue(retries(new OutOfMemoryError()));
    assertTrue(retries(new NumberFormatException()));
    assertFalse(retries(new IllegalStateException()));
  }

  @Test
  void distinguish_a_cancellation_from_the_illegal_state_it_derives_from() {
    builder.retryOn(IllegalStateException.class);

    assertTrue(retries(new IllegalStateException()));
    assertFalse(retries(new CancellationException()));
  }

  @Test
  void do_not_include_a_socket_that_timed_out() {
    assertTrue(retries(new SocketTimeoutException()));

    builder.retryOn(IOException.class);

    assertTrue(retries(new SocketTimeoutException()));
  }

  private static Throwable caused(Throwable failure) {
    return failure.getCause() == null ? failure.initCause(new IOException()) : failure;
  }

  private boolean retries(Throwable failure) {
    return builder.build().classify(Outcome.threw(failure)).action() == Verdict.Action.RETRY;
  }
}
