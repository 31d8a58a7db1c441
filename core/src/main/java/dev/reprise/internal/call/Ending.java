package dev.reprise.internal.call;

import dev.reprise.classify.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What the end of a call becomes for its caller. Drivers end with an outcome and a report; what
 * people call makes results and asks fallbacks of them.
 *
 * @param <T> type of the operation's result
 * @param <R> type of what the caller gets
 */
public interface Ending<T extends @Nullable Object, R extends @Nullable Object> {

  /** The result for the caller when the first attempt was accepted. */
  R accepted(CallSettings settings, T value, long startNanos, long attemptNanos);

  /** The result for the caller at any other end. Notifies listeners. */
  Outcome<R> ended(RetriedCall run, Outcome<T> last);

  /** Whether something runs beside the retries, which {@link #goesOn} starts. */
  default boolean isBacked() {
    return false;
  }

  /** An attempt has failed, and the call goes on. Throws nothing. */
  default void goesOn() {}

  /** The call's value, or what is to be thrown. */
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
