package dev.reprise.simulator.model;

import java.util.Arrays;

/**
 * A quantile of the durations of the calls that end in each time slice. Only the durations of the
 * current slice are kept, so calls are added in the order of their ends.
 */
final class SlicedDurations {

  private static final int FIRST_CAPACITY = 64;
  private static final double SHARE = 0.95;
  private static final double NANOS_A_SECOND = 1e9;

  private final long sliceNanos;
  private long[] current = new long[FIRST_CAPACITY];
  private int size;
  private int slice;
  private double[] quantiles = new double[FIRST_CAPACITY];

  SlicedDurations(long sliceNanos) {
    this.sliceNanos = sliceNanos;
  }

  void add(long nowNanos, long durationNanos) {
    finish((int) (nowNanos / sliceNanos));
    if (size == current.length) {
      current = Arrays.copyOf(current, 2 * size);
    }
    current[size++] = durationNanos;
  }

  private void finish(int next) {
    if (next >= quantiles.length) {
      quantiles = Arrays.copyOf(quantiles, Math.max(next + 1, 2 * quantiles.length));
    }
    while (slice < next) {
      quantiles[slice++] = quantile();
      size = 0;
    }
  }

  private double quantile() {
    if (size == 0) {
      return Double.NaN;
    }
    Arrays.sort(current, 0, size);
    return current[(int) Math.ceil(SHARE * size) - 1] / NANOS_A_SECOND;
  }

  /**
   * Returns the quantiles.
   *
   * @param slices the number of slices from the beginning of the run, at least 0
   * @return seconds; NaN for a slice in which no call ended
   */
  double[] bySlice(int slices) {
    finish(slices);
    return Arrays.copyOf(quantiles, slices);
  }
}
