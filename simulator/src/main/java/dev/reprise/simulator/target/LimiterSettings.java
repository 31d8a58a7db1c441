package dev.reprise.simulator.target;

/**
 * How a limiter limits.
 *
 * @param perSecond attempts a second that it lets through, more than 0
 * @param burst how many at once, at least 1
 * @param advice the retry time that it returns to rejected callers
 * @param fixedNanos the wait that {@link Advice#FIXED} returns
 */
public record LimiterSettings(double perSecond, int burst, Advice advice, long fixedNanos) {

  /** The retry time that a limiter returns to rejected callers. */
  public enum Advice {
    /** Nothing. */
    NONE,
    /** Always the same wait. */
    FIXED,
    /** When there is room next, the same to everybody that is turned away before then. */
    EXACT,
    /** The next time with a free unit; the unit is reserved for the caller that receives it. */
    RESERVED
  }
}
