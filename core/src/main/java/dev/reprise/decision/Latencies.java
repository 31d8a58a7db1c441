package dev.reprise.decision;

import java.util.Arrays;

/** Durations of recent attempts. Immutable. */
public final class Latencies {

  /** No latencies. */
  public static final Latencies NONE = new Latencies(new long[0]);

  private final long[] sorted;

  private Latencies(long[] sorted) {
    this.sorted = sorted;
  }

  /**
   * Creates latencies.
   *
   * @param nanos durations in nanoseconds, in any order; copied
   * @return the latencies
   */
  public static Latencies of(long... nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Latencies(sorted);
  }

  /**
   * Number of latencies.
   *
   * @return at least 0
   */
  public int count() {
    return sorted.length;
  }

  /**
   * The percentile of the latencies by the nearest-rank method, so it is always a measured value.
   *
   * @param percentile more than 0, at most 100
   * @return nanoseconds
   * @throws IllegalArgumentException if {@code percentile} is not within its bounds
   * @throws IllegalStateException if none are known
   */
  public long percentileNanos(double percentile) {
    if (!(percentile > 0 && percentile <= 100)) {
      throw new IllegalArgumentException(
          "percentile must be more than 0 and at most 100, but was " + percentile);
    }
    if (sorted.length == 0) {
      throw new IllegalStateException("no latency is known");
    }
    int rank = (int) Math.ceil(percentile * sorted.length / 100);
    return sorted[Math.max(0, rank - 1)];
  }

  /**
   * Number of latencies, and their median.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return sorted.length == 0
        ? "no latencies"
        : sorted.length + " latencies around " + percentileNanos(50) + " ns";
  }
}
