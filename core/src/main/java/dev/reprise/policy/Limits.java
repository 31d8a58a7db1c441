package dev.reprise.policy;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a policy, in nanoseconds; {@link #NONE} where there is no limit.
 *
 * @param maxAttempts highest number of attempts of a call, including the first; {@link
 *     Integer#MAX_VALUE} for no limit
 * @param withinNanos limit of all attempts and waits together
 * @param attemptTimeoutNanos limit of each attempt, the longest if they differ
 * @param startOverNanos duration of an attempt from which the count starts over
 * @param maxHintNanos the longest wait that a server may request
 * @param hintJitter random addition to a server's hint, as a share of it
 */
public record Limits(
    int maxAttempts,
    long withinNanos,
    long attemptTimeoutNanos,
    long startOverNanos,
    long maxHintNanos,
    double hintJitter) {

  /** No limit. */
  public static final long NONE = Long.MAX_VALUE;

  /**
   * Returns the remaining part of the time limit.
   *
   * @param elapsedNanos time since the call began, in nanoseconds
   * @return nanoseconds, at least 0; {@link #NONE} without a limit
   */
  public long timeLeft(long elapsedNanos) {
    return withinNanos == NONE ? NONE : Math.max(0, withinNanos - elapsedNanos);
  }

  static Optional<Duration> optional(long nanos) {
    return nanos == NONE ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
  }

  /** Written out: the generated method of a record prevents class unloading once it was called. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Limits that
        && maxAttempts == that.maxAttempts
        && withinNanos == that.withinNanos
        && attemptTimeoutNanos == that.attemptTimeoutNanos
        && startOverNanos == that.startOverNanos
        && maxHintNanos == that.maxHintNanos
        && Double.compare(hintJitter, that.hintJitter) == 0;
  }

  @Override
  public int hashCode() {
    return 31
            * (31
                    * (31
                            * (31 * (31 * maxAttempts + Long.hashCode(withinNanos))
                                + Long.hashCode(attemptTimeoutNanos))
                        + Long.hashCode(startOverNanos))
                + Long.hashCode(maxHintNanos))
        + Double.hashCode(hintJitter);
  }

  @Override
  public String toString() {
    return "Limits[maxAttempts="
        + maxAttempts
        + ", withinNanos="
        + withinNanos
        + ", attemptTimeoutNanos="
        + attemptTimeoutNanos
        + ", startOverNanos="
        + startOverNanos
        + ", maxHintNanos="
        + maxHintNanos
        + ", hintJitter="
        + hintJitter
        + "]";
  }
}
