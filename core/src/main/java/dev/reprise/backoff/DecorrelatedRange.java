package dev.reprise.backoff;

import java.util.Arrays;

/**
 * What decorrelated delays can be. Each delay depends on the one before it, so the mean follows the
 * distribution from retry to retry: by recurrence while the cap is out of reach, else as masses in
 * cells of equal ratio between the shortest delay and the cap, with the mass at the cap apart. The
 * error is below a hundredth of the mean.
 */
final class DecorrelatedRange {

  private static final int CELLS = 2_000;
  private static final int SETTLED = 1_000;

  private final double low;
  private final double cap;
  private final double[] edges = new double[CELLS + 1];
  private final double[] masses = new double[CELLS];
  private double atCap;

  private DecorrelatedRange(double low, double cap) {
    this.low = low;
    this.cap = cap;
    for (int i = 0; i <= CELLS; i++) {
      edges[i] = low * Math.pow(cap / low, (double) i / CELLS);
    }
  }

  static DelayRange of(long base, long low, long cap, int retry) {
    double first = Math.max(low, 3.0 * base);
    double max = first * Math.pow(3, retry - 1);
    double mean = max <= cap ? uncapped(low, first, retry) : capped(low, first, cap, retry);
    return new DelayRange(low, (long) mean, (long) Math.min(cap, max));
  }

  private static double uncapped(double low, double first, int retry) {
    double mean = (low + first) / 2;
    for (int i = 1; i < retry; i++) {
      mean = (low + 3 * mean) / 2;
    }
    return mean;
  }

  private static double capped(double low, double first, double cap, int retry) {
    if (low >= cap) {
      return cap;
    }
    DecorrelatedRange range = new DecorrelatedRange(low, cap);
    range.begin(first);
    for (int i = 1; i < Math.min(retry, SETTLED); i++) {
      range.step();
    }
    return range.mean();
  }

  /** The first delay: uniform from the lowest to {@code first}. */
  private void begin(double first) {
    double below = 0;
    for (int i = 0; i < CELLS; i++) {
      double to = first > low ? Math.min(1, (edges[i + 1] - low) / (first - low)) : 1;
      masses[i] = to - below;
      below = to;
    }
    atCap = 1 - below;
  }

  /** From the distribution of one delay to that of the next, by the share of it below each edge. */
  private void step() {
    double[] before = Arrays.copyOf(masses, CELLS);
    double certain = 0;
    double density = atCap / (3 * cap - low);
    for (int i = 0; i < CELLS; i++) {
      density += before[i] / (3 * middle(i) - low);
    }
    double below = 0;
    int reached = 0;
    for (int i = 0; i < CELLS; i++) {
      for (; reached < CELLS && 3 * middle(reached) <= edges[i + 1]; reached++) {
        certain += before[reached];
        density -= before[reached] / (3 * middle(reached) - low);
      }
      double to = certain + (edges[i + 1] - low) * density;
      masses[i] = to - below;
      below = to;
    }
    atCap = 1 - below;
  }

  private double mean() {
    double mean = atCap * cap;
    for (int i = 0; i < CELLS; i++) {
      mean += masses[i] * middle(i);
    }
    return mean;
  }

  private double middle(int cell) {
    return (edges[cell] + edges[cell + 1]) / 2;
  }
}
