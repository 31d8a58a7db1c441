package dev.reprise.internal.call;

import dev.reprise.classify.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of the outcome of a call into the result for its caller. Drivers end with an outcome
 * and a report; the public API converts them into results and runs fallbacks.
 *
 * @param <T> type of the operation's result
 * @param <R> type of the caller's result
 */
public interface Ending<T extends @Nullable Object, R extends @Nullable Object> {

  /** The result for the caller when the first attempt was accepted. */
  R accepted(CallSettings settings, T value, long startNanos, long attemptNanos);

  /** The result for the caller at any other end. Notifies listeners. */
  Outcome<R> ended(RetriedCall run, Outcome<T> last);

  /** Returns whether a backup runs in parallel with the retries, started by {@link #goesOn}. */
  default boolean isBacked() {
    return false;
  }

  /** Called when an attempt has failed and the call continues. Throws nothing. */
  default void goesOn() {}

  /** The value of the call, or the exception to throw. */
  @SuppressWarnings("unchecked")
  static <T extends @Nullable Object> Ending<T, T> toValue() {
    return (Ending<T, T>) ToValue.INSTANCE;
  }

  /** As {@link #toValue()}, for values of any type. */
  final class ToValue<T extends @Nullable Object> implements Ending<T, T> {

    private static final ToValue<?> INSTANCE = new ToValue<>();

    private ToValue() {}

    @Override
    public T accepted(CallSettings settings, T value, long startNanos, long attemptNanos) {
      return value;
    }

    @Override
    public Outcome<T> ended(RetriedCall run, Outcome<T> last) {
      Throwable failure = run.conclude(last);
      return failure == null ? last : Outcome.threw(failure);
    }
  }
}
