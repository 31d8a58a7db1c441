package dev.reprise.idempotency;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.store.IdempotencyStore;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The right to run an operation for a key: a fencing token and a lease. While the lease runs, no
 * other call gets the key. An operation that may take longer calls {@link #renew()} before it ends.
 *
 * <p>Valid until the operation ends. Safe for use by any thread.
 *
 * @param <T> type of the operation's value
 */
public final class Holder<T extends @Nullable Object> {

  private final GuardProtocol<T> steps;
  private final long token;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
  private volatile long leaseBeganNanos;
  private volatile @Nullable Replayability recorded;

  private enum Phase {
    OPEN,
    RECORDING,
    RECORDED_IN_TRANSACTION,
    RECORDED,
    CLOSED
  }

  Holder(GuardProtocol<T> steps, long token, long leaseBeganNanos) {
    this.steps = steps;
    this.token = token;
    this.leaseBeganNanos = leaseBeganNanos;
  }

  /**
   * The fencing token: greater than that of every holder of this key before. Hand it to the storage
   * that the operation writes to, and let that refuse a token below the greatest it has seen: then
   * a holder that was paused and lost its key does no harm when it continues.
   *
   * @return the token
   */
  public long token() {
    return token;
  }

  /**
   * The key that the operation runs for.
   *
   * @return the key
   */
  public IdempotencyKey key() {
    return steps.key();
  }

  /**
   * The remaining lease, during which no other call gets the key. It is measured by this process
   * from before the claim, so it is never too long.
   *
   * @return the remaining lease; zero if it may have ended
   */
  public Duration leaseLeft() {
    long passed = ticks() - leaseBeganNanos;
    return Duration.ofNanos(Math.max(0, lease().toNanos() - passed));
  }

  /**
   * Restarts the lease with the length that the guard sets. The lease may already have ended,
   * provided that no other call has taken the key over.
   *
   * @throws StaleHolderException if another call has taken the key over, or the store has forgotten
   *     the key: the operation should stop
   * @throws IllegalStateException if the operation has ended, or its outcome is recorded
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the store fails; the lease
   *     may or may not have begun again
   */
  public void renew() {
    Phase now = phase.get();
    if (now != Phase.OPEN) {
      throw notOpen(now);
    }
    long before = ticks();
    if (!steps.settings().store().renew(key().digest(), token, lease())) {
      throw new StaleHolderException(key(), token, null);
    }
    leaseBeganNanos = before;
  }

  /**
   * Records the value now, and not when the operation returns. The operation should return an equal
   * value; if it fails after this, the failure is thrown, but duplicates get the value.
   *
   * @param value what duplicates get
   * @throws StaleHolderException if another call has taken the key over
   * @throws OutcomeNotRecordedException if the store fails
   * @throws IllegalStateException if the operation has ended, or its outcome is recorded
   */
  public void record(T value) {
    record(steps.settings().store(), value, Phase.RECORDED);
  }

  /**
   * Records the value through another view of the guard's store: one that works in the transaction
   * in which the operation writes its effect. Both are committed together, or neither is, so the
   * effect happens exactly once. If the transaction is rolled back, the operation may run it again
   * and record again in the next one; or it must throw: then the key is released.
   *
   * @param store the same store, in the operation's transaction
   * @param value what duplicates get
   * @throws StaleHolderException if another call has taken the key over, or an earlier transaction
   *     of this operation was committed after all; the transaction should be rolled back
   * @throws OutcomeNotRecordedException if the store fails
   * @throws IllegalStateException if the operation has ended, or its outcome is recorded by {@link
   *     #record}
   */
  public void recordIn(IdempotencyStore store, T value) {
    Objects.requireNonNull(store, "store");
    record(store, value, Phase.RECORDED_IN_TRANSACTION);
  }

  private void record(IdempotencyStore store, T value, Phase then) {
    Phase before = phase.get();
    boolean again = before == then && then == Phase.RECORDED_IN_TRANSACTION;
    if ((before != Phase.OPEN && !again) || !phase.compareAndSet(before, Phase.RECORDING)) {
      throw notOpen(phase.get());
    }
    recorded = null;
    try {
      recorded = steps.record(store, token, Outcome.returned(value));
    } finally {
      phase.compareAndSet(Phase.RECORDING, recorded == null ? Phase.OPEN : then);
    }
  }

  /** Ends the right; returns how the outcome was recorded, or null if it was not. */
  @Nullable Replayability close() {
    phase.set(Phase.CLOSED);
    return recorded;
  }

  private IllegalStateException notOpen(@Nullable Phase now) {
    return new IllegalStateException(
        key() + (now == Phase.CLOSED ? ": the operation has ended" : ": the outcome is recorded"));
  }

  private Duration lease() {
    return steps.settings().times().lease();
  }

  private long ticks() {
    return steps.settings().environment().ticks().nanos();
  }

  /**
   * The key and the token.
   *
   * @return {@code create-payment/5f2a9c01b3de, token 7}
   */
  @Override
  public String toString() {
    return key() + ", token " + token;
  }
}
