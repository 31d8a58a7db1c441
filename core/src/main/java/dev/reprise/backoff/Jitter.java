package dev.reprise.backoff;

import dev.reprise.internal.text.NumberText;
import org.jspecify.annotations.Nullable;

/**
 * Random spread of delays, so that callers that failed at the same time do not retry at the same
 * time. The delay is drawn after floor and cap were applied to the curve, and stays within them: it
 * never lengthens a delay beyond the cap, and does not gather delays at it. All delays of its range
 * are equally likely.
 *
 * <table>
 *   <caption>Range of a delay of 100 ms</caption>
 *   <tr><th>jitter</th><th>no floor, no cap</th><th>floor 20 ms, cap 110 ms</th></tr>
 *   <tr><td>{@code none}</td><td>100 ms</td><td>100 ms</td></tr>
 *   <tr><td>{@code full}</td><td>0–100 ms</td><td>20–100 ms</td></tr>
 *   <tr><td>{@code equal}</td><td>50–100 ms</td><td>50–100 ms</td></tr>
 *   <tr><td>{@code proportional(0.2)}</td><td>80–120 ms</td><td>80–110 ms</td></tr>
 * </table>
 *
 * <p>Full and equal jitter are those of Marc Brooker, <i>Exponential Backoff and Jitter</i>, AWS
 * Architecture Blog, 2015. Immutable, equal by value.
 */
public final class Jitter {

  private static final Jitter NONE = new Jitter(0, 0);
  private static final Jitter FULL = new Jitter(1, 0);
  private static final Jitter EQUAL = new Jitter(0.5, 0);

  private final double below;
  private final double above;

  private Jitter(double below, double above) {
    this.below = below;
    this.above = above;
  }

  /**
   * The unchanged delays of the curve.
   *
   * @return the jitter of a new backoff
   */
  public static Jitter none() {
    return NONE;
  }

  /**
   * From the floor up to the delay: spreads callers most, and halves the average delay.
   *
   * @return draws from [floor, d]
   */
  public static Jitter full() {
    return FULL;
  }

  /**
   * From half the delay up to the delay.
   *
   * @return draws from [max(floor, d / 2), d]
   */
  public static Jitter equal() {
    return EQUAL;
  }

  /**
   * A range around the delay. If the cap cuts the range, the delay is drawn from the remaining
   * range.
   *
   * @param share greatest deviation in both directions, as a share of the delay, from 0, which is
   *     {@link #none()}, to 1
   * @return draws from [max(floor, (1 − share) · d), min(cap, (1 + share) · d)]
   * @throws IllegalArgumentException if {@code share} is below 0, above 1 or not a number
   */
  public static Jitter proportional(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "the share of proportional jitter must be from 0 to 1, but was " + share);
    }
    return share == 0 ? NONE : new Jitter(share, share);
  }

  boolean isNone() {
    return below == 0;
  }

  /** The shortest draw for a delay between floor and cap. */
  long minNanos(long delayNanos, long floorNanos) {
    return Math.max(floorNanos, delayNanos - part(delayNanos, below));
  }

  /** The longest draw for a delay between floor and cap. */
  long maxNanos(long delayNanos, long capNanos) {
    return Math.min(capNanos, Nanos.plus(delayNanos, part(delayNanos, above)));
  }

  private static long part(long delayNanos, double share) {
    return share == 1 ? delayNanos : Math.min(delayNanos, (long) (delayNanos * share));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Jitter that && below == that.below && above == that.above;
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(below) + Double.hashCode(above);
  }

  /**
   * Returns the text form.
   *
   * @return {@code none}, {@code full}, {@code equal} or {@code proportional(0.2)}
   */
  @Override
  public String toString() {
    if (above > 0) {
      return "proportional(" + NumberText.format(above) + ")";
    }
    return below == 0 ? "none" : below == 1 ? "full" : "equal";
  }
}
