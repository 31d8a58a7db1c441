package dev.reprise.idempotency.failure;

import dev.reprise.idempotency.key.IdempotencyKey;
import org.jspecify.annotations.Nullable;

/**
 * Failure of a guarded call that neither recorded an outcome nor replayed one. Immutable, except
 * that outcomes in subclasses are lost by serialisation.
 */
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
