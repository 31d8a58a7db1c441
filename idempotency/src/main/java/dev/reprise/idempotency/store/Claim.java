package dev.reprise.idempotency.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The result of a claim on a key. */
public sealed interface Claim {

  /**
   * The key is leased to the caller, who is to run the operation.
   *
   * @param token the fencing token: greater than all that were granted for this key before
   */
  record Granted(long token) implements Claim {}

  /**
   * Somebody else holds the key.
   *
   * @param leaseLeft how long the lease still runs, more than zero; the key may come free sooner
   */
  record Held(Duration leaseLeft) implements Claim {

    /**
     * Checks the parts.
     *
     * @param leaseLeft how long the lease still runs
     * @throws NullPointerException if {@code leaseLeft} is null
     */
    public Held {
      Objects.requireNonNull(leaseLeft, "leaseLeft");
    }
  }

  /**
   * The operation was run for this key.
   *
   * @param outcome what was recorded
   * @param recordedAt when, by the store's clock
   */
  record Completed(StoredOutcome outcome, Instant recordedAt) implements Claim {

    /**
     * Checks the parts.
     *
     * @param outcome what was recorded
     * @param recordedAt when
     * @throws NullPointerException if one of them is null
     */
    public Completed {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(recordedAt, "recordedAt");
    }
  }

  /** The key was first claimed with another fingerprint, and belongs to that. */
  record Mismatched() implements Claim {}
}
