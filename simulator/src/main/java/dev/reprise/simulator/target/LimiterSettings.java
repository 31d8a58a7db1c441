package dev.reprise.simulator.target;

/**
 * The settings of a rate limiter.
 *
 * @param perSecond attempts per second that are admitted, more than 0
 * @param burst attempts that are admitted at once, at least 1
 * @param advice the retry time that rejected clients receive
 * @param fixedNanos the retry time for {@link RetryAfter#FIXED}, in nanoseconds
 */
public record LimiterSettings(double perSecond, int burst, RetryAfter advice, long fixedNanos) {

  /** The retry time that a limiter sends to rejected clients. */
  public enum RetryAfter {
    /** No retry time. */
    NONE,
    /** The same retry time always. */
    FIXED,
    /**
     * The time until the next attempt can be admitted; clients that are rejected before that
     * receive the same time.
     */
    EXACT,
    /** The next time with a free unit; the unit is reserved for the client that receives it. */
    RESERVED
  }
}
