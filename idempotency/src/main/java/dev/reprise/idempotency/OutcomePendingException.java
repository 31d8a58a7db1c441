package dev.reprise.idempotency;

import dev.reprise.time.TimeText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The operation runs for this key just now, and did not end within the time that the guard waits,
 * or the wait was interrupted: then the cause is the {@link InterruptedException}, and the thread's
 * flag is set. This call has not run the operation. Over HTTP it is a 409 (section 2.7 of
 * draft-ietf-httpapi-idempotency-key-header), with {@link #retryAfter()} as Retry-After.
 */
public final class OutcomePendingException extends IdempotencyException {

  private static final long serialVersionUID = 1;

  /** The remaining lease. */
  private final Duration retryAfter;

  OutcomePendingException(
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
   * The time after which a retry makes sense: by then the holder has finished or its lease has
   * ended, unless the holder renews it.
   *
   * @return the remaining lease of the holder, more than zero
   */
  public Duration retryAfter() {
    return retryAfter;
  }
}
