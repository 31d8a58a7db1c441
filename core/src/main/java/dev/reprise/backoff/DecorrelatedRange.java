package dev.reprise.backoff;

import org.jspecify.annotations.Nullable;

/**
 * The range of decorrelated delays. Each delay depends on the previous one, so the mean is computed
 * from the distribution of each retry. While no delay can reach the cap, a recurrence gives the
 * mean. After that, the distribution is stored as masses in cells of equal ratio between the
 * shortest delay and the cap, with a separate mass at the cap, until the mean no longer changes.
 */
final class DecorrelatedRange {

  private static final int CELLS = 1_000;
  private static final int MAX_STEPS = 2_000;
  private static final double SETTLED = 1e-7;

  /**
   * State after the last retry that was computed. A schedule needs one retry after another and
   * continues from here; a thread that finds the state of another sequence starts again.
   */
  private static volatile @Nullable DecorrelatedRange last;

  private final double low;
  private final double first;
  private final double cap;
  private final double[] edges;

  /** Of the delay before this retry. */
  private final int retry;

  private final double[] masses;
  private final double atCap;
  private final double mean;
  private final boolean settled;

  /** The first delay: uniform from {@code low} to {@code first}. */
  private DecorrelatedRange(double low, double first, double cap) {
    this.low = low;
    this.first = first;
    this.cap = cap;
    this.retry = 1;
    this.edges = new double[CELLS + 1];
    for (int i = 0; i <= CELLS; i++) {
      edges[i] = low * Math.pow(cap / low, (double) i / CELLS);
    }
    this.masses = new double[CELLS];
    if (first <= low) {
      masses[0] = 1;
      this.atCap = 0;
    } else {
      for (int cell = 0; cell < CELLS; cell++) {
        double part = Math.min(edges[cell + 1], first) - Math.min(edges[cell], first);
        masses[cell] = part / (first - low);
      }
      this.atCap = Math.max(0, first - cap) / (first - low);
    }
    this.mean = mean();
    this.settled = mean == 0;
  }

  /**
   * From the distribution of one delay to that of the next. Cells are filled from the top: {@code
   * density} is the mass for each nanosecond from all earlier delays whose triple reaches beyond
   * the cell.
   */
  private DecorrelatedRange(DecorrelatedRange before) {
    this.low = before.low;
    this.first = before.first;
    this.cap = before.cap;
    this.edges = before.edges;
    this.retry = before.retry + 1;
    this.masses = new double[CELLS];
    double nextAtCap = before.atCap * 2 * cap / (3 * cap - low);
    double density = before.atCap / (3 * cap - low);
    int from = CELLS - 1;
    for (; from >= 0 && 3 * middle(from) > cap; from--) {
      double share = before.masses[from] / (3 * middle(from) - low);
      nextAtCap += share * (3 * middle(from) - cap);
      density += share;
    }
    for (int cell = CELLS - 1; cell >= 0; cell--) {
      masses[cell] = density * (edges[cell + 1] - edges[cell]);
      for (; from >= 0 && 3 * middle(from) > edges[cell]; from--) {
        double share = before.masses[from] / (3 * middle(from) - low);
        masses[cell] += share * (3 * middle(from) - edges[cell]);
        density += share;
      }
    }
    this.atCap = nextAtCap;
    this.mean = mean();
    this.settled = Math.abs(mean - before.mean) <= SETTLED * mean || retry >= MAX_STEPS;
  }

  static DelayRange of(long baseNanos, long lowNanos, long capNanos, int retry) {
    double low = lowNanos;
    double cap = capNanos;
    double first = Math.max(low, 3.0 * baseNanos);
    double max = first * Math.pow(3, retry - 1);
    double mean = max <= cap ? uncapped(low, first, retry) : capped(low, first, cap, retry);
    long maxNanos = max < cap ? (long) max : capNanos;
    long meanNanos = Math.min(maxNanos, Math.max(lowNanos, (long) mean));
    return new DelayRange(lowNanos, meanNanos, maxNanos);
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
    DecorrelatedRange range = last;
    if (range == null || !range.leadsTo(low, first, cap, retry)) {
      range = new DecorrelatedRange(low, first, cap);
    }
    while (range.retry < retry && !range.settled) {
      range = new DecorrelatedRange(range);
    }
    last = range;
    return range.mean;
  }

  private boolean leadsTo(double low, double first, double cap, int retry) {
    return this.low == low && this.first == first && this.cap == cap && this.retry <= retry;
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
