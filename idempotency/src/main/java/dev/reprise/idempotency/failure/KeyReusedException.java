package dev.reprise.idempotency.failure;

import dev.reprise.idempotency.key.IdempotencyKey;

/**
 * The key was used before with a different fingerprint, so for a different request. The operation
 * was not run, and a retry with this key fails in the same way. Over HTTP, respond with status 422
 * (section 2.7 of draft-ietf-httpapi-idempotency-key-header).
 */
public final class KeyReusedException extends IdempotencyException {

  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param key the reused key
   */
  public KeyReusedException(IdempotencyKey key) {
    super(key, "the key was used before with a different fingerprint", null);
  }
}
