package dev.reprise;

import org.jspecify.annotations.Nullable;

/**
 * What to do in place of a call that gave up. Asked at most once for a call, after its last attempt
 * and its events; it is no attempt itself, so it is neither retried nor timed.
 *
 * @param <T> type of the result
 * @param <X> what it may throw; inferred as {@code RuntimeException} where it throws nothing
 *     checked
 */
@FunctionalInterface
public interface Fallback<T extends @Nullable Object, X extends Throwable> {

  /**
   * Finds an answer in place of the call's.
   *
   * @param failed how the call ended: failure or rejected result, stop reason, attempts, report
   * @return the answer; null is legal where {@code T} allows it
   * @throws X if there is none; {@link RetryResult#valueOrThrow()} throws what the call would have
   */
  T apply(RetryResult<T> failed) throws X;
}
