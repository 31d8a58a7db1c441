package dev.reprise.idempotency.key;

/**
 * The client sent no key or an invalid one. Over HTTP, respond with status 400 (section 2.7 of
 * draft-ietf-httpapi-idempotency-key-header). The message does not contain the key.
 */
public final class InvalidIdempotencyKeyException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  /** True if the request had no key. */
  private final boolean missing;

  InvalidIdempotencyKeyException(String message, boolean missing) {
    super(message);
    this.missing = missing;
  }

  /**
   * Returns whether the request had no key.
   *
   * @return true if the key was null or blank; false if it was too long or had invalid characters
   */
  public boolean isMissing() {
    return missing;
  }
}
