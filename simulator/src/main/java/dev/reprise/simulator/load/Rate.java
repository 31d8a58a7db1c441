package dev.reprise.simulator.load;

import java.util.Arrays;

/** A number of calls per second that changes in steps. Immutable. */
public final class Rate {

  private static final double NANOS_A_SECOND = 1e9;

  private final long[] fromNanos;
  private final double[] perSecond;

  private Rate(long[] fromNanos, double[] perSecond) {
    this.fromNanos = fromNanos;
    this.perSecond = perSecond;
  }

  /**
   * Returns a constant rate.
   *
   * @param perSecond calls per second, more than 0
   * @return the rate
   */
  public static Rate of(double perSecond) {
    return new Rate(new long[] {0}, new double[] {perSecond});
  }

  /**
   * Returns a copy that changes at a time.
   *
   * @param timeNanos the time of the change, in nanoseconds since the run began; after the earlier
   *     changes
   * @param rate calls per second from then on, at least 0
   * @return the copy
   * @throws IllegalArgumentException if {@code timeNanos} is not after the earlier changes
   */
  public Rate then(long timeNanos, double rate) {
    int steps = fromNanos.length;
    if (timeNanos <= fromNanos[steps - 1]) {
      throw new IllegalArgumentException(
          "a step of the rate must come after " + fromNanos[steps - 1] + " ns, not " + timeNanos);
    }
    long[] times = Arrays.copyOf(fromNanos, steps + 1);
    double[] rates = Arrays.copyOf(perSecond, steps + 1);
    times[steps] = timeNanos;
    rates[steps] = rate;
    return new Rate(times, rates);
  }

  /**
   * Returns a copy that is 0 from a time on; later changes are dropped.
   *
   * @param timeNanos the time, in nanoseconds since the run began, more than 0
   * @return the copy
   */
  public Rate until(long timeNanos) {
    int steps = stepAt(timeNanos - 1) + 1;
    return new Rate(Arrays.copyOf(fromNanos, steps), Arrays.copyOf(perSecond, steps))
        .then(timeNanos, 0);
  }

  /**
   * Returns the time of a call whose wait would be this many seconds at a rate of one call per
   * second.
   */
  long after(long nowNanos, double units) {
    int step = stepAt(nowNanos);
    double now = nowNanos;
    double left = units;
    while (true) {
      double until = step + 1 < fromNanos.length ? fromNanos[step + 1] : Double.POSITIVE_INFINITY;
      double nanos = left / perSecond[step] * NANOS_A_SECOND;
      if (now + nanos < until) {
        return (long) (now + nanos);
      }
      if (until == Double.POSITIVE_INFINITY) {
        return Long.MAX_VALUE;
      }
      left -= (until - now) / NANOS_A_SECOND * perSecond[step];
      now = until;
      step++;
    }
  }

  private int stepAt(long nowNanos) {
    int step = 0;
    while (step + 1 < fromNanos.length && fromNanos[step + 1] <= nowNanos) {
      step++;
    }
    return step;
  }
}
