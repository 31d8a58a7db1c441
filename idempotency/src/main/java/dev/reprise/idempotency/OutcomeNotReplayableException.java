package dev.reprise.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * The operation has run for this key and is not run again, but its outcome cannot be read. The
 * client must learn by other means what came of it. Over HTTP it is a 500, or a 410 if the client
 * shall not come back.
 */
public final class OutcomeNotReplayableException extends IdempotencyException {

  private static final long serialVersionUID = 1;

  /** The reason. */
  private final Replayability reason;

  OutcomeNotReplayableException(
      IdempotencyKey key, Replayability reason, String detail, @Nullable Throwable cause) {
    super(key, "the operation has run, but " + detail, cause);
    this.reason = reason;
  }

  /**
   * The reason why the outcome cannot be read.
   *
   * @return anything but {@link Replayability#REPLAYABLE}
   */
  public Replayability reason() {
    return reason;
  }
}
