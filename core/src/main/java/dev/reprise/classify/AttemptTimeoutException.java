package dev.reprise.classify;

import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.RoughDuration;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when an attempt took longer than its limit: the attempt timeout, or the time that remained
 * until the deadline. Retryable unless the policy aborts on it; its kind is timeout and its effect
 * unknown. The cause, if there is one, is the exception that the attempt threw when it was
 * interrupted.
 */
public final class AttemptTimeoutException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final long NANOS_PER_MS = 1_000_000;

  /** The limit, in nanoseconds. */
  private final long limitNanos;

  /**
   * Creates the exception.
   *
   * @param limitNanos time that the attempt was allowed to take, in nanoseconds
   * @param cause exception that the attempt threw when it was interrupted; null if it did not end
   */
  public AttemptTimeoutException(long limitNanos, @Nullable Throwable cause) {
    this(limitNanos, limitNanos, cause);
  }

  /**
   * Creates the exception for an attempt whose limit was the attempt timeout, or less because the
   * deadline was earlier. The message names the timeout or the deadline, never the time left, so
   * that log lines can be grouped by it.
   *
   * @param limitNanos time that the attempt was allowed to take, in nanoseconds
   * @param timeoutNanos the attempt timeout of the policy, in nanoseconds
   * @param cause exception that the attempt threw when it was interrupted; null if it did not end
   */
  public AttemptTimeoutException(long limitNanos, long timeoutNanos, @Nullable Throwable cause) {
    super(
        limitNanos < timeoutNanos
            ? "attempt was cut short by the deadline of its call"
            : "attempt took longer than " + words(timeoutNanos),
        cause);
    this.limitNanos = limitNanos;
  }

  /**
   * Text of a timeout: exact for whole milliseconds, as settings have; rounded for computed ones.
   */
  private static String words(long nanos) {
    return nanos % NANOS_PER_MS == 0 ? DurationText.inWords(nanos) : RoughDuration.of(nanos);
  }

  /**
   * Time that the attempt was allowed to take.
   *
   * @return more than zero
   */
  public Duration limit() {
    return Duration.ofNanos(limitNanos);
  }
}
