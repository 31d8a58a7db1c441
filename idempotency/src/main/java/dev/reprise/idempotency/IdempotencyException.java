package dev.reprise.idempotency;

import org.jspecify.annotations.Nullable;

/** Thrown by a guard that neither completed the operation nor replayed an outcome. */
public abstract sealed class IdempotencyException extends RuntimeException
    permits KeyReusedException,
        OutcomePendingException,
        OutcomeNotReplayableException,
        OutcomeNotRecordedException,
        StaleHolderException {

  private static final long serialVersionUID = 1;

  /** Digest of the key. */
  private final String digest;

  IdempotencyException(IdempotencyKey key, String message, @Nullable Throwable cause) {
    super(key + ": " + message, cause);
    this.digest = key.digest();
  }

  /**
   * The digest of the key, by which stores identify it.
   *
   * @return {@link IdempotencyKey#digest()}
   */
  public String digest() {
    return digest;
  }
}
