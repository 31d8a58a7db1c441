package dev.reprise.testbed.dynamodb.capacity;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A token bucket of capacity units. It starts full, refills evenly, and holds at most the yield of
 * the burst time. The level is an exact integer (half units times nanoseconds) that saturates, so
 * rounding neither gains nor loses a unit. Not thread-safe: the lock of its table guards it.
 *
 * <p>A cost above the whole burst would never fit. It is admitted when the bucket is full and
 * leaves a debt, so that the rate holds on average and every item can be written eventually.
 */
public final class CapacityBucket {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final long halvesPerSecond;
  private final long capacity;
  private long level;
  private long refilledAt;

  /**
   * @param unitsPerSecond the rate, at least 1
   * @param burst the time whose yield the bucket holds, more than zero
   * @param now the current tick in nanoseconds, of any origin
   */
  public CapacityBucket(long unitsPerSecond, Duration burst, long now) {
    this.halvesPerSecond = saturatedTimes(unitsPerSecond, 2);
    this.capacity = saturatedTimes(halvesPerSecond, TimeUnit.NANOSECONDS.convert(burst));
    this.level = capacity;
    this.refilledAt = now;
  }

  /**
   * Consumes the cost if the bucket holds it.
   *
   * @param halves the cost in half units, at least 1
   * @param now the current tick in nanoseconds; a tick before the last one refills nothing
   * @return whether the cost was consumed
   */
  public boolean tryTake(long halves, long now) {
    refill(now);
    long cost = saturatedTimes(halves, NANOS_PER_SECOND);
    if (level < Math.min(cost, capacity)) {
      return false;
    }
    level = saturatedMinus(level, cost);
    return true;
  }

  /** Puts back units that {@link #tryTake} consumed. */
  public void giveBack(long halves) {
    long cost = saturatedTimes(halves, NANOS_PER_SECOND);
    level = cost >= saturatedMinus(capacity, level) ? capacity : level + cost;
  }

  private void refill(long now) {
    long elapsed = now - refilledAt;
    if (elapsed <= 0) {
      return;
    }
    refilledAt = now;
    long room = saturatedMinus(capacity, level);
    long yield = saturatedTimes(elapsed, halvesPerSecond);
    level = yield >= room ? capacity : level + yield;
  }

  /** Returns the product of two non-negative numbers; {@link Long#MAX_VALUE} if it overflows. */
  private static long saturatedTimes(long a, long b) {
    return Math.multiplyHigh(a, b) == 0 && a * b >= 0 ? a * b : Long.MAX_VALUE;
  }

  /** Returns the difference of two numbers, limited to the range of a long. */
  private static long saturatedMinus(long a, long b) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
      return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return difference;
  }
}
