package dev.reprise.idempotency.failure;

import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.time.TimeText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A different call is running the operation for this key and did not end within the time that the
 * guard waits, or the wait was interrupted. After an interrupt the cause is the {@link
 * InterruptedException}, and the interrupt flag of the thread is set. This call has not run the
 * operation. Over HTTP, respond with status 409 (section 2.7 of
 * draft-ietf-httpapi-idempotency-key-header) and {@link #retryAfter()} as Retry-After.
 */
public final class OutcomePendingException extends IdempotencyException {

  private static final long serialVersionUID = 1;

  /** The remaining lease. */
  private final Duration retryAfter;

  /**
   * Creates the exception.
   *
   * @param key the key of the operation
   * @param leaseLeft the remaining lease of the holder, more than zero
   * @param cause the interrupt that ended the wait, or null
   */
  public OutcomePendingException(
      IdempotencyKey key, Duration leaseLeft, @Nullable InterruptedException cause) {
    super(
        key,
        (cause == null ? "the operation runs" : "interrupted while the operation runs")
            + ", its lease ends in "
            + TimeText.inWords(leaseLeft),
        cause);
    this.retryAfter = leaseLeft;
  }

  /**
   * The recommended delay before a retry. By then the holder has finished or its lease has ended,
   * unless the holder renews it.
   *
   * @return the remaining lease of the holder, more than zero
   */
  public Duration retryAfter() {
    return retryAfter;
  }
}
