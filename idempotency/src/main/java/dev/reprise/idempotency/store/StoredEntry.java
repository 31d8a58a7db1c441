package dev.reprise.idempotency.store;

import dev.reprise.text.PrintableText;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a key in a store.
 *
 * @param status leased, released or completed
 * @param token the latest token, at least 0
 * @param fingerprint digest of the request that the key belongs to
 * @param since the start of this status; for a leased key, the latest start of the lease
 * @param until for a leased key, the end of the lease, past or future; otherwise the end of the
 *     retention
 * @param keepFor the retention of the key after its lease, more than zero
 * @param outcome the recorded outcome; null unless the key is completed
 * @param owner digest of the principal; empty if the store does not record it
 */
public record StoredEntry(
    Status status,
    long token,
    String fingerprint,
    Instant since,
    Instant until,
    Duration keepFor,
    @Nullable StoredOutcome outcome,
    String owner) {

  /** The state of a key. */
  public enum Status {
    /** A holder runs the operation, or has crashed. */
    LEASED,
    /** The operation failed without a recorded outcome; the next claim is granted. */
    RELEASED,
    /** The outcome of the operation is recorded. */
    COMPLETED
  }

  /**
   * Checks the components.
   *
   * @param status leased, released or completed
   * @param token the latest token, at least 0
   * @param fingerprint digest of the request
   * @param since the start of this status
   * @param until the end of the lease or of the retention
   * @param keepFor the retention, more than zero
   * @param outcome the recorded outcome; null unless the key is completed
   * @param owner digest of the principal
   * @throws IllegalArgumentException if a completed key has no outcome, or a different one has one
   */
  public StoredEntry {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(fingerprint, "fingerprint");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(until, "until");
    Objects.requireNonNull(keepFor, "keepFor");
    Objects.requireNonNull(owner, "owner");
    if ((status == Status.COMPLETED) != (outcome != null)) {
      throw new IllegalArgumentException(
          "outcome must be present if and only if the status is COMPLETED, but the status was "
              + status);
    }
  }

  /**
   * An entry of an unknown owner.
   *
   * @param status leased, released or completed
   * @param token the latest token, at least 0
   * @param fingerprint digest of the request
   * @param since the start of this status
   * @param until the end of the lease or of the retention
   * @param keepFor the retention, more than zero
   * @param outcome the recorded outcome; null unless the key is completed
   * @throws IllegalArgumentException if a completed key has no outcome, or a different one has one
   */
  public StoredEntry(
      Status status,
      long token,
      String fingerprint,
      Instant since,
      Instant until,
      Duration keepFor,
      @Nullable StoredOutcome outcome) {
    this(status, token, fingerprint, since, until, keepFor, outcome, "");
  }

  /**
   * The components, without the content of the outcome.
   *
   * @return one line of bounded length
   */
  @Override
  public String toString() {
    return status
        + " since "
        + since
        + " until "
        + until
        + ", kept for "
        + TimeText.inWords(keepFor)
        + ", token "
        + token
        + ", fingerprint "
        + PrintableText.oneLine(fingerprint)
        + ", owner "
        + PrintableText.oneLine(owner)
        + (outcome == null ? "" : ", " + outcome);
  }
}
