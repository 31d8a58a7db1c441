package dev.reprise.backoff;

/**
 * Range of the delay before a retry. Immutable.
 *
 * @param minNanos the shortest delay, in nanoseconds, at least 0
 * @param meanNanos the average of many delays, in nanoseconds
 * @param maxNanos the longest delay, in nanoseconds
 */
public record DelayRange(long minNanos, long meanNanos, long maxNanos) {

  /** All delays of the range are equally likely. */
  static DelayRange uniform(long minNanos, long maxNanos) {
    return new DelayRange(minNanos, minNanos + (maxNanos - minNanos) / 2, maxNanos);
  }
}
