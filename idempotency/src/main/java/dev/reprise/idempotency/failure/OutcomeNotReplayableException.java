package dev.reprise.idempotency.failure;

import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.Replayability;
import org.jspecify.annotations.Nullable;

/**
 * The operation has run for this key and is not run again, but its outcome cannot be read. The
 * client must find the outcome in a different way. Over HTTP, respond with status 500, or with 410
 * if the client should not retry.
 */
public final class OutcomeNotReplayableException extends IdempotencyException {

  private static final long serialVersionUID = 1;

  /** Reason why the outcome cannot be read. */
  private final Replayability reason;

  /**
   * Creates the exception.
   *
   * @param key the key of the operation
   * @param reason the reason, not {@link Replayability#REPLAYABLE}
   * @param detail the reason as the end of the message, after "the operation has run, but"
   * @param cause the failure of the codec, or null
   */
  public OutcomeNotReplayableException(
      IdempotencyKey key, Replayability reason, String detail, @Nullable Throwable cause) {
    super(key, "the operation has run, but " + detail, cause);
    this.reason = reason;
  }

  /**
   * The reason why the outcome cannot be read.
   *
   * @return the reason, not {@link Replayability#REPLAYABLE}
   */
  public Replayability reason() {
    return reason;
  }
}
