package dev.reprise.idempotency.key;

import dev.reprise.idempotency.internal.Digests;
import java.util.Objects;

/**
 * A digest of a request, or of its relevant parts, which distinguishes requests with the same key.
 * See "Idempotency Fingerprint", section 2.4 of <a
 * href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The
 * Idempotency-Key HTTP Header Field</a>. Omit parts that differ between two sendings of one
 * request, such as time stamps. Immutable, equal by digest.
 *
 * <pre>{@code
 * Fingerprint fingerprint = Fingerprint.of(payment.body());
 * }</pre>
 */
public final class Fingerprint {

  private static final Fingerprint NONE = new Fingerprint("none");

  private final String digest;

  private Fingerprint(String digest) {
    this.digest = digest;
  }

  /**
   * The SHA-256 of bytes.
   *
   * @param payload such as the body of the request; empty is legal
   * @return the fingerprint
   */
  public static Fingerprint of(byte[] payload) {
    return new Fingerprint(Digests.of(payload));
  }

  /**
   * The SHA-256 of a text in UTF-8.
   *
   * @param payload such as the body of the request; empty is legal
   * @return the fingerprint
   */
  public static Fingerprint of(String payload) {
    return of(Digests.bytes(payload));
  }

  /**
   * The SHA-256 of several texts, each with its length, so that {@code ("ab", "c")} differs from
   * {@code ("a", "bc")}.
   *
   * @param parts the relevant fields of the request, always in the same order; at least one
   * @return the fingerprint
   * @throws IllegalArgumentException if there are no parts
   * @throws NullPointerException if a part is null
   */
  public static Fingerprint ofParts(String... parts) {
    if (parts.length == 0) {
      throw new IllegalArgumentException(
          "parts must be at least one; for no fingerprint, use none()");
    }
    for (String part : parts) {
      Objects.requireNonNull(part, "part");
    }
    return new Fingerprint(Digests.ofParts(parts));
  }

  /**
   * No fingerprint: all requests with the same key count as equal.
   *
   * @return a fingerprint that equals only itself
   */
  public static Fingerprint none() {
    return NONE;
  }

  /**
   * The digest, as it is stored.
   *
   * @return 64 lower-case hexadecimal digits, or {@code none}
   */
  public String digest() {
    return digest;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that && digest.equals(that.digest);
  }

  @Override
  public int hashCode() {
    return digest.hashCode();
  }

  /**
   * The digest.
   *
   * @return the same as {@link #digest()}
   */
  @Override
  public String toString() {
    return digest;
  }
}
