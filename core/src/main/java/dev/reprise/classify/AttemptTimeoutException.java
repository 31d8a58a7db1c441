package dev.reprise.classify;

import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.RoughDuration;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An attempt took longer than it may: longer than the attempt timeout, or than what was left until
 * the deadline. Retryable unless the policy aborts on it; its kind is timeout and its effect
 * unknown. The cause, if there is one, is what the attempt threw when it was interrupted.
 */
public final class AttemptTimeoutException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final long NANOS_PER_MS = 1_000_000;

  /** The limit, in nanoseconds. */
  private final long limitNanos;

  /**
   * Makes the exception.
   *
   * @param limitNanos how long the attempt was allowed to take, in nanoseconds
   * @param cause what the attempt threw when it was interrupted; null if it did not answer at all
   */
  public AttemptTimeoutException(long limitNanos, @Nullable Throwable cause) {
    this(limitNanos, limitNanos, cause);
  }

  /**
   * Makes the exception for an attempt that was allowed its timeout, or less because the deadline
   * was near. The message names the timeout or the deadline, never the time left, so that log lines
   * can be grouped by it.
   *
   * @param limitNanos how long the attempt was allowed to take, in nanoseconds
   * @param timeoutNanos the attempt timeout of the policy, in nanoseconds
   * @param cause what the attempt threw when it was interrupted; null if it did not answer at all
   */
  public AttemptTimeoutException(long limitNanos, long timeoutNanos, @Nullable Throwable cause) {
    super(
        limitNanos < timeoutNanos
            ? "attempt was cut short by the deadline of its call"
            : "attempt took longer than " + words(timeoutNanos),
        cause);
    this.limitNanos = limitNanos;
  }

  /** A setting as it is; what was computed to the nanosecond, as a log shows what it measures. */
  private static String words(long nanos) {
    return nanos % NANOS_PER_MS == 0 ? DurationText.inWords(nanos) : RoughDuration.of(nanos);
  }

  /**
   * How long the attempt was allowed to take.
   *
   * @return more than zero
   */
  public Duration limit() {
    return Duration.ofNanos(limitNanos);
  }
}
