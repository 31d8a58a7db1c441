package dev.reprise.idempotency;

/**
 * The client sent no key, or one that cannot be used. Over HTTP it is a 400 (section 2.7 of
 * draft-ietf-httpapi-idempotency-key-header). The message does not contain the key.
 */
public final class InvalidIdempotencyKeyException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  /** Whether there was no key. */
  private final boolean missing;

  InvalidIdempotencyKeyException(String message, boolean missing) {
    super(message);
    this.missing = missing;
  }

  /**
   * Whether there was no key at all.
   *
   * @return true if it was null or blank; false if it is too long or has unusable characters
   */
  public boolean isMissing() {
    return missing;
  }
}
