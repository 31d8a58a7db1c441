package dev.reprise.function;

import org.jspecify.annotations.Nullable;

/**
 * An operation that may fail. It is called once for each attempt.
 *
 * @param <T> type of the result
 * @param <X> type of its exceptions; inferred as {@code RuntimeException} if it throws no checked
 *     exception
 */
@FunctionalInterface
public interface Operation<T extends @Nullable Object, X extends Throwable> {

  /**
   * Makes one attempt.
   *
   * @return the result
   * @throws X if the attempt failed
   */
  T call() throws X;
}
