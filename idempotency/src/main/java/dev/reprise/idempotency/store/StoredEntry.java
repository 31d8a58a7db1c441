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
 * @param token the last token that was granted
 * @param fingerprint digest of the request that the key belongs to
 * @param since when it came into this status; for a leased key, when the lease last began
 * @param until for a leased key, when the lease ends or ended; else when the key is forgotten
 * @param keepFor how long the key is remembered once it is not leased
 * @param outcome what was recorded; null unless the key is completed
 * @param owner digest of the principal; empty if the store does not keep it
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
    /** A holder runs the operation, or crashed on it. */
    LEASED,
    /** The operation failed without an outcome to keep; the next claim is granted. */
    RELEASED,
    /** The operation has an outcome. */
    COMPLETED
  }

  /**
   * Checks the parts.
   *
   * @param status leased, released or completed
   * @param token the last token that was granted
   * @param fingerprint digest of the request
   * @param since when it came into this status
   * @param until when the lease ends, or when the key is forgotten
   * @param keepFor how long the key is remembered
   * @param outcome what was recorded
   * @param owner digest of the principal
   * @throws IllegalArgumentException if there is an outcome and the key is not completed, or none
   *     and it is
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
          "outcome must be there if the key is completed and only then, but status was " + status);
    }
  }

  /**
   * An entry of an owner who is not known.
   *
   * @param status leased, released or completed
   * @param token the last token that was granted
   * @param fingerprint digest of the request
   * @param since when it came into this status
   * @param until when the lease ends, or when the key is forgotten
   * @param keepFor how long the key is remembered
   * @param outcome what was recorded
   * @throws IllegalArgumentException if there is an outcome and the key is not completed, or none
   *     and it is
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
   * The parts, without the content of the outcome.
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
