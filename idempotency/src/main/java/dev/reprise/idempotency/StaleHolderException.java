package dev.reprise.idempotency;

import dev.reprise.classify.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A holder lost its key: its lease ended and another call took the key over, or the store has
 * forgotten the key. Thrown by {@link Holder#renew()}, and where an outcome is to be recorded: it
 * was refused, since there may be a newer one. What the operation did may have been done twice.
 * Over HTTP it is a 409: to ask again gives the recorded outcome.
 */
public final class StaleHolderException extends IdempotencyException {

  private static final long serialVersionUID = 1;
  private static final String REFUSED = ", so its outcome was refused";

  /** The token of the holder. */
  private final long token;

  private final transient @Nullable Outcome<?> outcome;

  StaleHolderException(IdempotencyKey key, long token, @Nullable Outcome<?> outcome) {
    super(
        key,
        "the holder of token " + token + " has lost the key" + (outcome == null ? "" : REFUSED),
        outcome == null ? null : outcome.failureOrNull());
    this.token = token;
    this.outcome = outcome;
  }

  /**
   * The fencing token of the holder.
   *
   * @return a token less than that of the present holder
   */
  public long token() {
    return token;
  }

  /**
   * The outcome that was refused.
   *
   * @return the outcome of the operation; null if it had not ended, or if this exception was
   *     deserialised
   */
  public @Nullable Outcome<?> outcome() {
    return outcome;
  }
}
