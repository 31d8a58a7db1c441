package dev.reprise;

import org.jspecify.annotations.Nullable;

/**
 * Supplies a result for a call that gave up. Called at most once per call, after its last attempt
 * and its events. It is not an attempt, so it is not retried and has no time limit.
 *
 * <pre>{@code
 * retry.callOrElse(() -> pages.fetch(url), failed -> cache.getOrDefault(url, ""));
 * }</pre>
 *
 * @param <T> type of the result
 * @param <X> type of its exceptions; inferred as {@code RuntimeException} if it throws no checked
 *     exception
 */
@FunctionalInterface
public interface Fallback<T extends @Nullable Object, X extends Throwable> {

  /**
   * Returns a result in place of the result of the call.
   *
   * @param failed the result of the call: failure or rejected result, stop reason, attempts, report
   * @return the result; may be null if {@code T} allows it
   * @throws X if there is no result; {@link RetryResult#valueOrThrow()} throws the exception of the
   *     call
   */
  T apply(RetryResult<T> failed) throws X;
}
