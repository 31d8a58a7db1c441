package dev.reprise.idempotency;

import dev.reprise.classify.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The operation has run, and then the store failed, so it is not known whether its outcome is
 * recorded. If it is not, the operation can run again once the lease has ended. Over HTTP it is a
 * 500. The outcome is not lost: it is here.
 */
public final class OutcomeNotRecordedException extends IdempotencyException {

  private static final long serialVersionUID = 1;

  private final transient @Nullable Outcome<?> outcome;

  OutcomeNotRecordedException(IdempotencyKey key, Outcome<?> outcome, Throwable cause) {
    super(key, "the operation has run, but its outcome may not be recorded", cause);
    this.outcome = outcome;
  }

  /**
   * The outcome of the operation.
   *
   * @return the outcome; null if this exception was deserialised
   */
  public @Nullable Outcome<?> outcome() {
    return outcome;
  }
}
