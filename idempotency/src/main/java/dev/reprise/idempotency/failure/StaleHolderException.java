package dev.reprise.idempotency.failure;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.key.IdempotencyKey;
import org.jspecify.annotations.Nullable;

/**
 * A holder has lost its key: its lease ended and another call claimed the key, or the store has
 * deleted the key. Thrown when a lease is renewed, and when an outcome is recorded: the store
 * rejects the outcome, since a newer one may be recorded. The operation may have run twice. Over
 * HTTP, respond with status 409: a retry returns the recorded outcome.
 */
public final class StaleHolderException extends IdempotencyException {

  private static final long serialVersionUID = 1;
  private static final String REJECTED = ", so its outcome was rejected";

  /** The token of the holder. */
  private final long token;

  private final transient @Nullable Outcome<?> outcome;

  /**
   * Creates the exception.
   *
   * @param key the key that was lost
   * @param token the fencing token of the holder that lost it, at least 1
   * @param outcome the rejected outcome, or null if the operation has not ended
   */
  public StaleHolderException(IdempotencyKey key, long token, @Nullable Outcome<?> outcome) {
    super(
        key,
        "the holder of token " + token + " has lost the key" + (outcome == null ? "" : REJECTED),
        outcome == null ? null : outcome.failureOrNull());
    this.token = token;
    this.outcome = outcome;
  }

  /**
   * The fencing token of the holder.
   *
   * @return a token less than that of the current holder
   */
  public long token() {
    return token;
  }

  /**
   * The rejected outcome.
   *
   * @return the outcome of the operation; null if it had not ended, or if this exception was
   *     deserialised
   */
  public @Nullable Outcome<?> outcome() {
    return outcome;
  }
}
