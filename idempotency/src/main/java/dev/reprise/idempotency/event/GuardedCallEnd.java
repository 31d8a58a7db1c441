package dev.reprise.idempotency.event;

import dev.reprise.idempotency.key.IdempotencyKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The end of a guarded call. Immutable.
 *
 * @param key the key of the call
 * @param result the result of the call
 * @param durationNanos time from the begin of the call to its end, in nanoseconds, at least 0
 * @param waitNanos the part of it in which the call waited for a different holder of its key, in
 *     nanoseconds, at least 0
 * @param failure the exception with which the call ended; null if it has an outcome, which may be a
 *     recorded failure
 */
public record GuardedCallEnd(
    IdempotencyKey key,
    Result result,
    long durationNanos,
    long waitNanos,
    @Nullable Throwable failure) {

  /** The result of a guarded call. Every call has exactly one. */
  public enum Result {
    /** The operation ran, and its outcome was recorded. */
    RAN,
    /** The operation ran and failed; the failure was not recorded, and the key was released. */
    FAILED,
    /** The recorded outcome of an earlier call was returned. */
    REPLAYED,
    /**
     * A different call held the key for longer than this one waits, or its thread was interrupted.
     */
    PENDING,
    /** The key was used before with a different fingerprint. */
    KEY_REUSED,
    /** The operation ran before, and its outcome cannot be read. */
    NOT_REPLAYABLE,
    /** The operation ran for longer than its lease, and a different call claimed the key. */
    LEASE_LOST,
    /** The operation ran, and the store failed to record its outcome. */
    NOT_RECORDED,
    /** The store or the executor failed before the operation ran. */
    STORE_FAILED,
    /** The future of the call was completed by its caller before the operation ran. */
    CANCELLED
  }

  /**
   * Checks the components.
   *
   * @param key the key of the call
   * @param result the result of the call
   * @param durationNanos duration of the call, in nanoseconds, at least 0
   * @param waitNanos duration of its wait, in nanoseconds, at least 0
   * @param failure the exception with which the call ended; null if it has an outcome
   * @throws NullPointerException if key or result is null
   */
  public GuardedCallEnd {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(result, "result");
  }
}
