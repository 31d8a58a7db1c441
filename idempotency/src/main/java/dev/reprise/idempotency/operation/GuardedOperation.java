package dev.reprise.idempotency.operation;

import org.jspecify.annotations.Nullable;

/**
 * An operation that a guard runs for a key.
 *
 * @param <T> type of the value
 * @param <X> type of its exceptions; inferred as {@code RuntimeException} if it throws no checked
 *     exception
 */
@FunctionalInterface
public interface GuardedOperation<T extends @Nullable Object, X extends Throwable> {

  /**
   * Runs the operation.
   *
   * @param holder the right to run: fencing token and lease
   * @return the value to record
   * @throws X if the operation failed
   */
  T run(Holder<T> holder) throws X;
}
