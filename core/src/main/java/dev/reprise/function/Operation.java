package dev.reprise.function;

import org.jspecify.annotations.Nullable;

/**
 * An operation that may fail. It is called once for each attempt.
 *
 * @param <T> type of the result
 * @param <X> what it may throw; inferred as {@code RuntimeException} where it throws nothing
 *     checked
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
