package dev.reprise.idempotency.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The result of a claim on a key. */
public sealed interface Claim {

  /**
   * The key is leased to the caller, which must run the operation.
   *
   * @param token the fencing token: greater than all earlier tokens of this key, at least 1
   */
  record Granted(long token) implements Claim {}

  /**
   * A different call holds the key.
   *
   * @param leaseLeft the remaining lease, more than zero; the key may be released earlier
   */
  record Held(Duration leaseLeft) implements Claim {

    /**
     * Checks the components.
     *
     * @param leaseLeft the remaining lease, more than zero
     * @throws NullPointerException if {@code leaseLeft} is null
     */
    public Held {
      Objects.requireNonNull(leaseLeft, "leaseLeft");
    }
  }

  /**
   * The operation has run for this key.
   *
   * @param outcome the recorded outcome
   * @param recordedAt the time of the record, by the clock of the store
   */
  record Completed(StoredOutcome outcome, Instant recordedAt) implements Claim {

    /**
     * Checks the components.
     *
     * @param outcome the recorded outcome
     * @param recordedAt the time of the record
     * @throws NullPointerException if one of them is null
     */
    public Completed {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(recordedAt, "recordedAt");
    }
  }

  /** The key belongs to a different fingerprint, with which it was first claimed. */
  record Mismatched() implements Claim {}
}
