package dev.reprise;

import java.time.Duration;
import java.util.Optional;

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
}
