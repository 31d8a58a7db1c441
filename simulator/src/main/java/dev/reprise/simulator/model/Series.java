package dev.reprise.simulator.model;

/**
 * A quantity that is counted over time.
 *
 * @param name the name, such as {@code goodput}
 * @param unit the unit of the values
 * @param widthNanos the length of the interval of each value, in nanoseconds
 * @param values the values of consecutive intervals, from the beginning of the run
 */
@SuppressWarnings("ArrayRecordComponent") // numbers, never compared
public record Series(String name, String unit, long widthNanos, double[] values) {

  /** The name of the series with the number of queued attempts. */
  public static final String QUEUE = "queue";

  /** The name of the series with the number of attempts for each call that comes. */
  public static final String AMPLIFICATION = "amplification";

  /** The name of the series with the 95th percentile of the durations of the calls that end. */
  public static final String DURATION = "duration";
}
