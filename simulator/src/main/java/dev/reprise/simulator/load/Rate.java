package dev.reprise.simulator.load;

import java.util.Arrays;

/** A number of calls per second that changes in steps or linearly. Immutable. */
public final class Rate {

  private static final double NANOS_A_SECOND = 1e9;

  private final long[] fromNanos;
  private final double[] perSecond;
  private final double[] slopes;

  /**
   * @param perSecond the calls per second at the begin of each period
   * @param slopes the change of this number in a second
   */
  private Rate(long[] fromNanos, double[] perSecond, double[] slopes) {
    this.fromNanos = fromNanos;
    this.perSecond = perSecond;
    this.slopes = slopes;
  }

  /**
   * Returns a constant rate.
   *
   * @param perSecond calls per second, more than 0
   * @return the rate
   */
  public static Rate of(double perSecond) {
    return new Rate(new long[] {0}, new double[] {perSecond}, new double[1]);
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
    return new Rate(times, rates, Arrays.copyOf(slopes, steps + 1));
  }

  /**
   * Returns a copy that changes linearly over a period.
   *
   * @param startNanos the begin of the change, in nanoseconds since the run began; after the
   *     earlier changes
   * @param endNanos the end of the change, after {@code startNanos}
   * @param rate calls per second at its end and from then on, at least 0
   * @return the copy
   * @throws IllegalArgumentException if the times are not in this order
   */
  public Rate ramp(long startNanos, long endNanos, double rate) {
    double before = perSecond[perSecond.length - 1];
    Rate changed = then(startNanos, before).then(endNanos, rate);
    int ramp = changed.slopes.length - 2;
    changed.slopes[ramp] = (rate - before) / ((endNanos - startNanos) / NANOS_A_SECOND);
    return changed;
  }

  /**
   * Returns a copy that is 0 from a time on; later changes are dropped.
   *
   * @param timeNanos the time, in nanoseconds since the run began, more than 0
   * @return the copy
   */
  public Rate until(long timeNanos) {
    int steps = stepAt(timeNanos - 1) + 1;
    return new Rate(
            Arrays.copyOf(fromNanos, steps),
            Arrays.copyOf(perSecond, steps),
            Arrays.copyOf(slopes, steps))
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
      double nanos = wait(step, now, left);
      if (now + nanos < until) {
        return (long) (now + nanos);
      }
      if (until == Double.POSITIVE_INFINITY) {
        return Long.MAX_VALUE;
      }
      left -= units(step, now, until);
      now = until;
      step++;
    }
  }

  /** Returns the nanoseconds in which a number of calls is due, from a time in a period on. */
  private double wait(int step, double now, double units) {
    if (slopes[step] == 0) {
      return units / perSecond[step] * NANOS_A_SECOND;
    }
    double rate = rateAt(step, now);
    double square = rate * rate + 2 * slopes[step] * units;
    return square < 0
        ? Double.POSITIVE_INFINITY
        : 2 * units / (rate + Math.sqrt(square)) * NANOS_A_SECOND;
  }

  /** Returns the number of calls that are due between two times of a period. */
  private double units(int step, double now, double until) {
    double seconds = (until - now) / NANOS_A_SECOND;
    return slopes[step] == 0
        ? seconds * perSecond[step]
        : seconds * (rateAt(step, now) + rateAt(step, until)) / 2;
  }

  private double rateAt(int step, double now) {
    return perSecond[step] + slopes[step] * ((now - fromNanos[step]) / NANOS_A_SECOND);
  }

  private int stepAt(long nowNanos) {
    int step = 0;
    while (step + 1 < fromNanos.length && fromNanos[step + 1] <= nowNanos) {
      step++;
    }
    return step;
  }
}
