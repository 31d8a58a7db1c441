package dev.reprise.idempotency.store;

import dev.reprise.text.PrintableText;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Objects;

/**
 * The arguments of a claim.
 *
 * @param fingerprint digest of the request, at most {@value #MAX_DIGEST_LENGTH} characters
 * @param lease how long the key is the holder's, more than zero, at most 10,000 days
 * @param keepFor how long the key is remembered after it was completed or released, more than zero,
 *     at most 10,000 days
 * @param owner digest of the principal, at most {@value #MAX_DIGEST_LENGTH} characters: a store
 *     that is full takes a place from the owner of most; empty if it is not known
 */
public record ClaimRequest(String fingerprint, Duration lease, Duration keepFor, String owner) {

  /** The longest fingerprint. */
  public static final int MAX_DIGEST_LENGTH = 64;

  private static final Duration LONGEST = Duration.ofDays(10_000);

  /**
   * Checks the parts.
   *
   * @param fingerprint digest of the request
   * @param lease how long the key is the holder's
   * @param keepFor how long the key is remembered
   * @param owner digest of the principal
   * @throws IllegalArgumentException if one of them is not within its bounds
   */
  public ClaimRequest {
    checkDigest("fingerprint", fingerprint);
    checkDuration("lease", lease);
    checkDuration("keepFor", keepFor);
    checkDigest("owner", owner);
  }

  /**
   * A claim of an owner who is not known.
   *
   * @param fingerprint digest of the request
   * @param lease how long the key is the holder's
   * @param keepFor how long the key is remembered
   * @throws IllegalArgumentException if one of them is not within its bounds
   */
  public ClaimRequest(String fingerprint, Duration lease, Duration keepFor) {
    this(fingerprint, lease, keepFor, "");
  }

  /**
   * The parts.
   *
   * @return one line of bounded length
   */
  @Override
  public String toString() {
    return "claim for "
        + TimeText.inWords(lease)
        + ", kept for "
        + TimeText.inWords(keepFor)
        + ", fingerprint "
        + PrintableText.oneLine(fingerprint)
        + ", owner "
        + PrintableText.oneLine(owner);
  }

  private static void checkDigest(String name, String digest) {
    Objects.requireNonNull(digest, name);
    if (digest.length() > MAX_DIGEST_LENGTH) {
      throw new IllegalArgumentException(
          name + " must be at most 64 characters, but was " + digest.length());
    }
  }

  /**
   * Checks a length of time.
   *
   * @param name what it is called in the message
   * @param span more than zero, at most 10,000 days
   * @return {@code span}
   * @throws IllegalArgumentException if it is zero, negative or longer
   */
  public static Duration checkDuration(String name, Duration span) {
    Objects.requireNonNull(span, name);
    if (span.isZero() || span.isNegative()) {
      throw new IllegalArgumentException(
          name + " must be more than zero, but was " + TimeText.inWords(span));
    }
    if (span.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + " must be at most 10000 days, but was " + TimeText.inWords(span));
    }
    return span;
  }
}
