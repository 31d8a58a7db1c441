package dev.reprise.idempotency.internal.call;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.outcome.Replayability;
import dev.reprise.idempotency.store.IdempotencyStore;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The holder of a claimed key, for one run of the operation. */
final class LeaseHolder<T extends @Nullable Object> implements Holder<T> {

  private final GuardProtocol<T> protocol;
  private final long token;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
  private volatile long leaseStartNanos;
  private volatile @Nullable Replayability recorded;

  private enum Phase {
    OPEN,
    RECORDING,
    RECORDED_IN_TRANSACTION,
    RECORDED,
    CLOSED
  }

  LeaseHolder(GuardProtocol<T> protocol, long token, long leaseStartNanos) {
    this.protocol = protocol;
    this.token = token;
    this.leaseStartNanos = leaseStartNanos;
  }

  @Override
  public long token() {
    return token;
  }

  @Override
  public IdempotencyKey key() {
    return protocol.key();
  }

  @Override
  public Duration leaseLeft() {
    long passed = ticks() - leaseStartNanos;
    return Duration.ofNanos(Math.max(0, lease().toNanos() - passed));
  }

  @Override
  public void renew() {
    Phase now = phase.get();
    if (now != Phase.OPEN) {
      throw notOpenError(now);
    }
    long before = ticks();
    if (!protocol.settings().store().renew(key().digest(), token, lease())) {
      throw new StaleHolderException(key(), token, null);
    }
    leaseStartNanos = before;
  }

  @Override
  public void record(T value) {
    record(protocol.settings().store(), value, Phase.RECORDED);
  }

  @Override
  public void recordIn(IdempotencyStore store, T value) {
    Objects.requireNonNull(store, "store");
    record(store, value, Phase.RECORDED_IN_TRANSACTION);
  }

  private void record(IdempotencyStore store, T value, Phase next) {
    Phase before = phase.get();
    boolean repeated = before == next && next == Phase.RECORDED_IN_TRANSACTION;
    if ((before != Phase.OPEN && !repeated) || !phase.compareAndSet(before, Phase.RECORDING)) {
      throw notOpenError(phase.get());
    }
    recorded = null;
    try {
      recorded = protocol.record(store, token, Outcome.returned(value));
    } finally {
      phase.compareAndSet(Phase.RECORDING, recorded == null ? Phase.OPEN : next);
    }
  }

  /**
   * Ends the run. Returns whether the recorded outcome can be replayed; null if none is recorded.
   */
  @Nullable Replayability close() {
    phase.set(Phase.CLOSED);
    return recorded;
  }

  private IllegalStateException notOpenError(@Nullable Phase now) {
    return new IllegalStateException(
        key() + (now == Phase.CLOSED ? ": the operation has ended" : ": the outcome is recorded"));
  }

  private Duration lease() {
    return protocol.settings().times().lease();
  }

  private long ticks() {
    return protocol.settings().environment().ticks().nanos();
  }

  @Override
  public String toString() {
    return key() + ", token " + token;
  }
}
