package dev.reprise.idempotency.failure;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.key.IdempotencyKey;
import org.jspecify.annotations.Nullable;

/**
 * The operation has run, and then the store failed, so it is unknown whether the outcome is
 * recorded. If it is not, the operation can run again after the lease has ended. This exception
 * holds the outcome. Over HTTP, respond with status 500.
 */
public final class OutcomeNotRecordedException extends IdempotencyException {

  private static final long serialVersionUID = 1;

  private final transient @Nullable Outcome<?> outcome;

  /**
   * Creates the exception.
   *
   * @param key the key of the operation
   * @param outcome the outcome of the operation
   * @param cause the failure of the store
   */
  public OutcomeNotRecordedException(IdempotencyKey key, Outcome<?> outcome, Throwable cause) {
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
