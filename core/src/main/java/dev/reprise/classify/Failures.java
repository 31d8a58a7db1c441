package dev.reprise.classify;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Classification of the exceptions of the JDK. */
public final class Failures {

  private static final int DEPTH = 16;

  /**
   * Thrown by {@code withTimeout}. A driver of coroutines recognises a timeout around the call
   * itself, so one that reaches a policy is the timeout of an attempt.
   */
  private static final String COROUTINE_TIMEOUT = "kotlinx.coroutines.TimeoutCancellationException";

  /** Thrown by clients of the AWS SDK in the place of an {@link InterruptedException}. */
  private static final String AWS_INTERRUPTION =
      "software.amazon.awssdk.core.exception.AbortedException";

  private Failures() {}

  /**
   * Unwraps exceptions that only carry another failure: {@link CompletionException}, {@link
   * ExecutionException}, {@link InvocationTargetException}, {@link UndeclaredThrowableException}
   * and {@link UncheckedIOException}, at most sixteen levels.
   *
   * @param failure the thrown exception
   * @return the first cause that is not such a wrapper, or the last wrapper if it has no cause
   */
  public static Throwable unwrap(Throwable failure) {
    Throwable inner = failure;
    for (int depth = 0; depth < DEPTH && isWrapper(inner); depth++) {
      Throwable cause = inner.getCause();
      if (cause == null) {
        return inner;
      }
      inner = cause;
    }
    return inner;
  }

  /**
   * Same as {@link #unwrap}, but does not throw if {@code getCause} throws.
   *
   * @param failure the thrown exception
   * @return the unwrapped failure, or {@code failure} if a {@code getCause} throws
   */
  public static Throwable unwrapOrSelf(Throwable failure) {
    try {
      return unwrap(failure);
    } catch (RuntimeException | Error bug) {
      return failure;
    }
  }

  /**
   * Unwraps the {@link CompletionException} that a stage adds to the failure of its source, at most
   * sixteen levels. Does not unwrap other wrappers. For code that depends on a stage.
   *
   * @param failure failure that a stage completed with
   * @return the failure of its source, or the last wrapper if that has no cause or its {@code
   *     getCause} throws
   */
  public static Throwable unwrapCompletion(Throwable failure) {
    Throwable inner = failure;
    for (int depth = 0; depth < DEPTH && inner instanceof CompletionException; depth++) {
      Throwable cause = causeOf(inner);
      if (cause == null) {
        return inner;
      }
      inner = cause;
    }
    return inner;
  }

  /** Cause of a failure; null also if {@code getCause} throws. */
  private static @Nullable Throwable causeOf(Throwable failure) {
    try {
      return failure.getCause();
    } catch (RuntimeException | Error bug) {
      return null;
    }
  }

  private static boolean isWrapper(Throwable failure) {
    return failure instanceof CompletionException
        || failure instanceof ExecutionException
        || failure instanceof InvocationTargetException
        || failure instanceof UndeclaredThrowableException
        || failure instanceof UncheckedIOException;
  }

  /**
   * Returns true if a failure means that its thread was interrupted. A {@link
   * SocketTimeoutException} does not, although it extends {@link InterruptedIOException}. The
   * {@code AbortedException} of the AWS SDK does.
   *
   * @param failure the unwrapped failure
   * @return true for an interruption
   */
  public static boolean isInterruption(Throwable failure) {
    return interruptionGuard(failure) != null;
  }

  private static @Nullable Class<? extends Throwable> interruptionGuard(Throwable failure) {
    if (failure instanceof InterruptedException) {
      return InterruptedException.class;
    }
    if (!(failure instanceof IOException)) {
      return failure.getClass().getName().equals(AWS_INTERRUPTION) ? failure.getClass() : null;
    }
    if (failure instanceof InterruptedIOException) {
      return failure instanceof SocketTimeoutException ? null : InterruptedIOException.class;
    }
    if (failure instanceof ClosedByInterruptException) {
      return ClosedByInterruptException.class;
    }
    return failure instanceof FileLockInterruptionException
        ? FileLockInterruptionException.class
        : null;
  }

  /**
   * Returns true if a failure means that the operation was cancelled.
   *
   * @param failure the unwrapped failure
   * @return true for a cancellation; false for a timeout that a coroutine of Kotlin set itself,
   *     although its class is one of cancellations
   */
  public static boolean isCancellation(Throwable failure) {
    return failure instanceof CancellationException && !isCoroutineTimeout(failure);
  }

  private static boolean isCoroutineTimeout(Throwable failure) {
    return failure instanceof CancellationException
        && failure.getClass().getName().equals(COROUTINE_TIMEOUT);
  }

  static boolean isTimeout(Throwable failure) {
    return failure instanceof AttemptTimeoutException
        || failure instanceof TimeoutException
        || failure instanceof SocketTimeoutException
        || isCoroutineTimeout(failure);
  }

  /**
   * Guard of a failure that is not retried by default: an error, an interruption or a cancellation.
   *
   * @param failure the unwrapped failure
   * @return the class; only a condition on it or a subclass allows a retry; null if not guarded
   */
  static @Nullable Class<? extends Throwable> hardGuard(Throwable failure) {
    if (failure instanceof Error) {
      return Error.class;
    }
    if (isCancellation(failure)) {
      return CancellationException.class;
    }
    return interruptionGuard(failure);
  }

  /**
   * Guard of a failure that indicates a bug in the program.
   *
   * @param failure the unwrapped failure
   * @return the class; only a condition on it or a subclass allows a retry; null if not guarded
   */
  static @Nullable Class<? extends Throwable> bugGuard(Throwable failure) {
    return failure instanceof RuntimeException bug && !isCoroutineTimeout(bug)
        ? guardOf(bug)
        : null;
  }

  private static @Nullable Class<? extends Throwable> guardOf(RuntimeException failure) {
    if (failure instanceof NullPointerException) {
      return NullPointerException.class;
    }
    if (failure instanceof ClassCastException) {
      return ClassCastException.class;
    }
    if (failure instanceof IllegalArgumentException) {
      return IllegalArgumentException.class;
    }
    if (failure instanceof IllegalStateException) {
      return IllegalStateException.class;
    }
    if (failure instanceof UnsupportedOperationException) {
      return UnsupportedOperationException.class;
    }
    if (failure instanceof IndexOutOfBoundsException) {
      return IndexOutOfBoundsException.class;
    }
    return failure instanceof ArithmeticException ? ArithmeticException.class : null;
  }
}
