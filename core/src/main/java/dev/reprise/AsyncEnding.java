package dev.reprise;

import dev.reprise.classify.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * How a call's end becomes the end of its future.
 *
 * @param <T> type of the operation's result
 * @param <R> type of the future's value
 */
interface AsyncEnding<T extends @Nullable Object, R extends @Nullable Object> {

  /** The future's value for a first attempt that was accepted. */
  R accepted(Retry retry, T value, long startNanos, long attemptNanos);

  /** The future's outcome for any other end. Tells listeners. */
  Outcome<R> ended(CallRun run, Outcome<T> last);

  /** The call's value, or what is to be thrown. */
  @SuppressWarnings("unchecked")
  static <T extends @Nullable Object> AsyncEnding<T, T> toValue() {
    return (AsyncEnding<T, T>) ToValue.INSTANCE;
  }

  /** How the call went. */
  @SuppressWarnings("unchecked")
  static <T extends @Nullable Object> AsyncEnding<T, RetryResult<T>> toResult() {
    return (AsyncEnding<T, RetryResult<T>>) (AsyncEnding<T, ?>) ToResult.INSTANCE;
  }

  /** As {@link #toValue()}, for values of any type. */
  final class ToValue<T extends @Nullable Object> implements AsyncEnding<T, T> {

    private static final ToValue<?> INSTANCE = new ToValue<>();

    private ToValue() {}

    @Override
    public T accepted(Retry retry, T value, long startNanos, long attemptNanos) {
      return value;
    }

    @Override
    public Outcome<T> ended(CallRun run, Outcome<T> last) {
      Throwable failure = run.conclude(last);
      return failure == null ? last : Outcome.threw(failure);
    }
  }

  /** As {@link #toResult()}, for values of any type. */
  final class ToResult<T extends @Nullable Object> implements AsyncEnding<T, RetryResult<T>> {

    private static final ToResult<?> INSTANCE = new ToResult<>();

    private ToResult() {}

    @Override
    public RetryResult<T> accepted(Retry retry, T value, long startNanos, long attemptNanos) {
      return FirstAttempt.result(retry, Outcome.returned(value), startNanos, attemptNanos);
    }

    @Override
    public Outcome<RetryResult<T>> ended(CallRun run, Outcome<T> last) {
      RetryResult<T> result = run.result(last);
      return last.failureOrNull() instanceof Error error
          ? Outcome.threw(error)
          : Outcome.returned(result);
    }
  }

  /** The call's value, or its fallback's. */
  record OrElse<T extends @Nullable Object>(Retry retry, Fallback<T, ?> fallback)
      implements AsyncEnding<T, T> {

    @Override
    public T accepted(Retry own, T value, long startNanos, long attemptNanos) {
      return value;
    }

    @Override
    public Outcome<T> ended(CallRun run, Outcome<T> last) {
      return Fallbacks.answer(retry, run.result(last), fallback);
    }
  }
}
