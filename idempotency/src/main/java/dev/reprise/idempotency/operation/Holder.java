package dev.reprise.idempotency.operation;

import dev.reprise.idempotency.failure.OutcomeNotRecordedException;
import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.store.IdempotencyStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The right to run an operation for a key: a fencing token and a lease. While the lease lasts, no
 * other call can claim the key. An operation that may take longer calls {@link #renew()} before the
 * lease ends:
 *
 * <pre>{@code
 * for (Payment part : parts) {
 *   bank.pay(part, holder.token());
 *   holder.renew();
 * }
 * }</pre>
 *
 * <p>Implemented by the guard. Valid until the operation ends. Safe for use by any thread.
 *
 * @param <T> type of the operation's value
 */
public interface Holder<T extends @Nullable Object> {

  /**
   * The fencing token: greater than the tokens of all earlier holders of this key. Pass it to the
   * storage that the operation writes to, and let that storage reject a token below the greatest
   * one that it has seen. Then a holder that was paused and lost its key cannot overwrite newer
   * data.
   *
   * @return the token
   */
  long token();

  /**
   * The key that the operation runs for.
   *
   * @return the key
   */
  IdempotencyKey key();

  /**
   * The remaining lease, during which no other call can claim the key. This process measures it
   * from before the claim, so it is never reported too long.
   *
   * @return the remaining lease; zero if it may have ended
   */
  Duration leaseLeft();

  /**
   * Restarts the lease with the length that is set in the guard. The lease may already have ended,
   * provided that no other call has claimed the key since.
   *
   * @throws StaleHolderException if another call has claimed the key, or the store has deleted the
   *     key: the operation should stop
   * @throws IllegalStateException if the operation has ended, or its outcome is recorded
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the store fails; the lease
   *     may or may not have been restarted
   */
  void renew();

  /**
   * Records the value now instead of when the operation returns. The operation should return an
   * equal value. If it fails after this call, the failure is thrown, but duplicates get the value.
   *
   * @param value the value that duplicates get
   * @throws StaleHolderException if another call has claimed the key
   * @throws OutcomeNotRecordedException if the store fails
   * @throws IllegalStateException if the operation has ended, or its outcome is recorded
   */
  void record(T value);

  /**
   * Records the value through another view of the guard's store, which works in the transaction
   * that also writes the effect of the operation. Both are committed together or not at all, so the
   * effect happens exactly once. If the transaction is rolled back, the operation may run it again
   * and record in the next one; otherwise the operation must throw, which releases the key.
   *
   * @param store the same store, in the transaction of the operation
   * @param value the value that duplicates get
   * @throws StaleHolderException if another call has claimed the key, or an earlier transaction of
   *     this operation was committed after all; the transaction should be rolled back
   * @throws OutcomeNotRecordedException if the store fails
   * @throws IllegalStateException if the operation has ended, or its outcome is recorded by {@link
   *     #record}
   */
  void recordIn(IdempotencyStore store, T value);
}
