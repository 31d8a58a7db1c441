package dev.reprise;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The limits of a policy, in nanoseconds; {@link #NONE} where there is no limit. */
record Limits(
    int maxAttempts,
    long withinNanos,
    long attemptTimeoutNanos,
    long startOverNanos,
    long maxHintNanos,
    double hintJitter) {

  static final long NONE = Long.MAX_VALUE;

  long timeLeft(long elapsedNanos) {
    return withinNanos == NONE ? NONE : Math.max(0, withinNanos - elapsedNanos);
  }

  static Optional<Duration> optional(long nanos) {
    return nanos == NONE ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
  }

  /** Written out: what a record makes by itself keeps the class loader for ever, once called. */
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
}
