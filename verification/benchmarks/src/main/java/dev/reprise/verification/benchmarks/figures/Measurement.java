package dev.reprise.verification.benchmarks.figures;

/**
 * One figure.
 *
 * @param row id of the row, such as {@code first-try}
 * @param contender its title in tables
 * @param metric its name, such as {@code best} or {@code bytes}
 * @param value the figure
 * @param unit such as {@code ns} or {@code B/op}
 * @param error half the width of the confidence interval, in the same unit; NaN if unknown
 */
public record Measurement(
    String row, String contender, String metric, double value, String unit, double error) {

  /** Time of an operation: the best of many short iterations. */
  public static final String BEST = "best";

  /** Time of an operation: the median of the iterations. */
  public static final String MEDIAN = "median";

  /** Time of an operation: the mean of all iterations, with its error. */
  public static final String MEAN = "mean";

  /** Bytes allocated by an operation. */
  public static final String BYTES = "bytes";

  /** The lower one for best times and bytes; for all others, this one. */
  Measurement better(Measurement other) {
    boolean lower = metric.equals(BEST) || metric.equals(BYTES);
    return lower && other.value < value ? other : this;
  }
}
