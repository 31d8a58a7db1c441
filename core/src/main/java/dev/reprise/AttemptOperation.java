package dev.reprise;

import org.jspecify.annotations.Nullable;

/**
 * Something to call that wants to know which attempt it is.
 *
 * @param <T> type of the result
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface AttemptOperation<T extends @Nullable Object, X extends Throwable> {

  /**
   * Makes one attempt.
   *
   * @param attempt which attempt this is, and how much time it has
   * @return the result
   * @throws X if the attempt failed
   */
  T call(Attempt attempt) throws X;
}
