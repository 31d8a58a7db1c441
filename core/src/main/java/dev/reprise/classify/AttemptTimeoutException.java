package dev.reprise.classify;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An attempt took longer than it may: longer than the attempt timeout, or than what was left until
 * the deadline. Retryable unless the policy aborts on it; its kind is timeout and its effect
 * unknown. The cause, if there is one, is what the attempt threw when it was interrupted.
 */
public final class AttemptTimeoutException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** The limit, in nanoseconds. */
  private final long limitNanos;

  /**
   * Makes the exception.
   *
   * @param limitNanos how long the attempt was allowed to take, in nanoseconds
   * @param cause what the attempt threw when it was interrupted; null if it did not answer at all
   */
  public AttemptTimeoutException(long limitNanos, @Nullable Throwable cause) {
    super("attempt took longer than " + Duration.ofNanos(limitNanos), cause);
    this.limitNanos = limitNanos;
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
