package dev.reprise.idempotency.key;

import dev.reprise.idempotency.internal.Digests;
import dev.reprise.text.PrintableText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key in its scope: the principal that sends the request, the operation, and the key that the
 * client sent. Equal keys of two clients, or of one client for two operations, do not collide.
 *
 * <pre>{@code
 * IdempotencyKey key =
 *     IdempotencyKey.of(payment.customer(), "create-payment", payment.key());
 * }</pre>
 *
 * <p>Stores get only the {@link #digest()}, the SHA-256 of the three parts with their lengths, so
 * two scopes never share an entry. A digest hides a key that is hard to guess, such as a UUID; it
 * does not hide a key that can be found by trying. Immutable, equal by its parts.
 */
public final class IdempotencyKey {

  /** Maximum length of principal, operation and key, in UTF-16 characters: {@value}. */
  public static final int MAX_LENGTH = 255;

  private static final int PREFIX_LENGTH = 12;
  private static final int OWNER_LENGTH = 16;

  private final String principal;
  private final String operation;
  private final String key;
  private final String digest;

  private IdempotencyKey(String principal, String operation, String key) {
    this.principal = principal;
    this.operation = operation;
    this.key = key;
    this.digest = Digests.ofParts(principal, operation, key);
  }

  /**
   * A key in its scope.
   *
   * @param principal the authenticated sender of the request, not a name that the client chooses,
   *     since one client could then read the outcomes of a different one; 1 to 255 characters
   * @param operation the requested operation, such as {@code create-payment}; 1 to 255 characters
   * @param key the key that the client sent; 1 to 255 characters
   * @return the key
   * @throws InvalidIdempotencyKeyException if {@code key} is null, blank, too long, or has control
   *     characters or an unpaired surrogate
   * @throws IllegalArgumentException if the same holds for {@code principal} or {@code operation}
   */
  public static IdempotencyKey of(String principal, String operation, @Nullable String key) {
    check("principal", Objects.requireNonNull(principal, "principal"));
    check("operation", Objects.requireNonNull(operation, "operation"));
    if (key == null || key.isBlank()) {
      throw new InvalidIdempotencyKeyException("key must be given, but was missing", true);
    }
    String wrong = wrong("key", key);
    if (wrong != null) {
      throw new InvalidIdempotencyKeyException(wrong, false);
    }
    return new IdempotencyKey(principal, operation, key);
  }

  private static void check(String name, String part) {
    String wrong = part.isBlank() ? name + " must not be blank" : wrong(name, part);
    if (wrong != null) {
      throw new IllegalArgumentException(wrong);
    }
  }

  /** Returns the error in a part, without its content; null if the part is valid. */
  private static @Nullable String wrong(String name, String part) {
    if (part.length() > MAX_LENGTH) {
      return name + " must be at most 255 characters, but was " + part.length();
    }
    for (int at = 0; at < part.length(); at += Character.charCount(part.codePointAt(at))) {
      int point = part.codePointAt(at);
      if (Character.isISOControl(point) || Character.getType(point) == Character.SURROGATE) {
        return name + " must be text without control characters, but was not at index " + at;
      }
    }
    return null;
  }

  /**
   * The principal, who sends the request.
   *
   * @return the principal as given
   */
  public String principal() {
    return principal;
  }

  /**
   * The operation that the request asks for.
   *
   * @return the operation as given
   */
  public String operation() {
    return operation;
  }

  /**
   * The key that the client sent.
   *
   * @return the key as given
   */
  public String key() {
    return key;
  }

  /**
   * The digest by which stores identify the key.
   *
   * @return 64 lower-case hexadecimal digits
   */
  public String digest() {
    return digest;
  }

  /**
   * The digest by which stores identify the principal, to distribute the capacity among principals.
   *
   * @return 16 lower-case hexadecimal digits, the same for all keys of the principal
   */
  public String owner() {
    return Digests.ofParts(principal).substring(0, OWNER_LENGTH);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdempotencyKey that
        && principal.equals(that.principal)
        && operation.equals(that.operation)
        && key.equals(that.key);
  }

  @Override
  public int hashCode() {
    return digest.hashCode();
  }

  /**
   * The operation and the beginning of the digest, for logs. It contains neither principal nor key.
   *
   * @return {@code create-payment/5f2a9c01b3de}
   */
  @Override
  public String toString() {
    return PrintableText.oneLine(operation) + "/" + digest.substring(0, PREFIX_LENGTH);
  }
}
