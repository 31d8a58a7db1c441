package dev.reprise.idempotency;

import org.jspecify.annotations.Nullable;

/** Why a guard neither ran the operation with success nor replayed an outcome. */
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
   * The key, as stores know it.
   *
   * @return {@link IdempotencyKey#digest()}
   */
  public String digest() {
    return digest;
  }
}
