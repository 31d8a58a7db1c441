package dev.reprise.idempotency.operation;

import org.jspecify.annotations.Nullable;

/**
 * An operation that a guard runs for a key.
 *
 * @param <T> type of the value
 * @param <X> what it may throw; inferred as {@code RuntimeException} where it throws nothing
 *     checked
 */
@FunctionalInterface
public interface GuardedOperation<T extends @Nullable Object, X extends Throwable> {

  /**
   * Does the work.
   *
   * @param holder the right to do it: fencing token and lease
   * @return the value to record
   * @throws X if it failed
   */
  T run(Holder<T> holder) throws X;
}
