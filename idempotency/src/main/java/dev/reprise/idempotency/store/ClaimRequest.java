package dev.reprise.idempotency.store;

import dev.reprise.text.PrintableText;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Objects;

/**
 * The arguments of a claim.
 *
 * @param fingerprint digest of the request, at most {@value #MAX_DIGEST_LENGTH} characters
 * @param lease the lease of the key, more than zero, at most 10,000 days
 * @param keepFor the retention of the key after it was completed or released, more than zero, at
 *     most 10,000 days
 * @param owner digest of the principal, at most {@value #MAX_DIGEST_LENGTH} characters, by which a
 *     full store selects the keys to evict; empty if it is unknown
 */
public record ClaimRequest(String fingerprint, Duration lease, Duration keepFor, String owner) {

  /** Maximum length of fingerprint and owner, in characters: {@value}. */
  public static final int MAX_DIGEST_LENGTH = 64;

  private static final Duration MAX_DURATION = Duration.ofDays(10_000);

  /**
   * Checks the components.
   *
   * @param fingerprint digest of the request
   * @param lease the lease, more than zero, at most 10,000 days
   * @param keepFor the retention, more than zero, at most 10,000 days
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
   * A claim of an unknown owner.
   *
   * @param fingerprint digest of the request
   * @param lease the lease, more than zero, at most 10,000 days
   * @param keepFor the retention, more than zero, at most 10,000 days
   * @throws IllegalArgumentException if one of them is not within its bounds
   */
  public ClaimRequest(String fingerprint, Duration lease, Duration keepFor) {
    this(fingerprint, lease, keepFor, "");
  }

  /**
   * The components.
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
   * Checks a duration.
   *
   * @param name its name in the message
   * @param duration more than zero, at most 10,000 days
   * @return {@code duration}
   * @throws IllegalArgumentException if it is zero, negative or longer than 10,000 days
   */
  public static Duration checkDuration(String name, Duration duration) {
    Objects.requireNonNull(duration, name);
    if (duration.isZero() || duration.isNegative()) {
      throw new IllegalArgumentException(
          name + " must be more than zero, but was " + TimeText.inWords(duration));
    }
    if (duration.compareTo(MAX_DURATION) > 0) {
      throw new IllegalArgumentException(
          name + " must be at most 10000 days, but was " + TimeText.inWords(duration));
    }
    return duration;
  }
}
