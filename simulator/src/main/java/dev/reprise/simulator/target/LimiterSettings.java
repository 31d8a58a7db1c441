package dev.reprise.simulator.target;

/**
 * How a limiter limits.
 *
 * @param perSecond attempts a second that it lets through, more than 0
 * @param burst how many at once, at least 1
 * @param advice what it tells those it turns away
 * @param fixedNanos the wait that {@link Advice#FIXED} tells
 */
public record LimiterSettings(double perSecond, int burst, Advice advice, long fixedNanos) {

  /** What a limiter tells those it turns away about when to come again. */
  public enum Advice {
    /** Nothing. */
    NONE,
    /** Always the same wait. */
    FIXED,
    /** When there is room next, the same to everybody that is turned away before then. */
    EXACT,
    /** When there is room next that nobody was told of, and it is kept for the one told. */
    RESERVED
  }
}
