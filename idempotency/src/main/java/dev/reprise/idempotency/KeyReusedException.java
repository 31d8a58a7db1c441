package dev.reprise.idempotency;

/**
 * The key was used before with another fingerprint: for another request. The operation was not run.
 * Over HTTP it is a 422 (section 2.7 of draft-ietf-httpapi-idempotency-key-header); to send the
 * same again is of no use.
 */
public final class KeyReusedException extends IdempotencyException {

  private static final long serialVersionUID = 1;

  KeyReusedException(IdempotencyKey key) {
    super(key, "the key was used before with another fingerprint", null);
  }
}
