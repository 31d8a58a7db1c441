package dev.reprise.simulator.model;

/**
 * A histogram of durations. Buckets are a sixty-fourth of their value wide, from one microsecond
 * up, so quantiles are exact to 0.8 %. Not safe for use by several threads.
 */
public final class LatencyHistogram {

  private static final int PRECISION_BITS = 6;
  private static final int SUB = 1 << PRECISION_BITS;
  private static final long NANOS_A_CLASS = 1000;
  private static final double NANOS_A_MILLISECOND = 1e6;

  private final int[] counts = new int[(Long.SIZE - PRECISION_BITS) * SUB];
  private long total;
  private double sum;

  /** Creates an empty histogram. */
  public LatencyHistogram() {}

  void add(long nanos) {
    counts[classOf(nanos / NANOS_A_CLASS)]++;
    total++;
    sum += nanos;
  }

  private static int classOf(long micros) {
    if (micros < SUB) {
      return (int) micros;
    }
    int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(micros) - PRECISION_BITS;
    return (shift + 1) * SUB + (int) (micros >>> shift) - SUB;
  }

  private static double middleOf(int index) {
    if (index < SUB) {
      return index;
    }
    int shift = index / SUB - 1;
    long low = (long) (index % SUB + SUB) << shift;
    return low + ((1L << shift) - 1) / 2.0;
  }

  /**
   * Returns a quantile.
   *
   * @param share the share of the durations that are at most the result, from 0 to 1
   * @return nanoseconds; NaN if the histogram is empty
   */
  public double quantileNanos(double share) {
    if (total == 0) {
      return Double.NaN;
    }
    return nanosAtRank(Math.max(1, (long) Math.ceil(share * total)));
  }

  /** Returns the number of durations. */
  long count() {
    return total;
  }

  /** Returns the duration at a rank, from 1 to {@link #count()}. */
  double nanosAtRank(long rank) {
    long seen = 0;
    int index = -1;
    while (seen < rank) {
      seen += counts[++index];
    }
    return middleOf(index) * NANOS_A_CLASS;
  }

  /**
   * Returns a quantile.
   *
   * @param share the share of the durations that are at most the result, from 0 to 1
   * @return milliseconds; NaN if the histogram is empty
   */
  public double quantileMillis(double share) {
    return quantileNanos(share) / NANOS_A_MILLISECOND;
  }

  /**
   * Returns the mean.
   *
   * @return nanoseconds; NaN if the histogram is empty
   */
  public double meanNanos() {
    return total == 0 ? Double.NaN : sum / total;
  }
}
