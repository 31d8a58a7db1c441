package dev.reprise.backoff;

/**
 * What decorrelated delays can be. Each delay depends on the one before it, so the mean follows the
 * distribution from retry to retry: by recurrence while the cap is out of reach, else as masses in
 * cells of equal ratio between the shortest delay and the cap, with the mass at the cap apart,
 * until the mean no longer moves.
 */
final class DecorrelatedRange {

  private static final int CELLS = 1_000;
  private static final int MOST_STEPS = 2_000;
  private static final double SETTLED = 1e-7;

  private final double low;
  private final double cap;
  private final double[] edges = new double[CELLS + 1];
  private double[] masses = new double[CELLS];
  private double atCap;

  private DecorrelatedRange(double low, double cap) {
    this.low = low;
    this.cap = cap;
    for (int i = 0; i <= CELLS; i++) {
      edges[i] = low * Math.pow(cap / low, (double) i / CELLS);
    }
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
    DecorrelatedRange range = new DecorrelatedRange(low, cap);
    range.begin(first);
    double mean = range.mean();
    double before = 0;
    for (int i = 1; i < Math.min(retry, MOST_STEPS) && moved(before, mean); i++) {
      range.step();
      before = mean;
      mean = range.mean();
    }
    return mean;
  }

  private static boolean moved(double before, double now) {
    return Math.abs(now - before) > SETTLED * now;
  }

  /** The first delay: uniform from the lowest to {@code first}. */
  private void begin(double first) {
    if (first <= low) {
      masses[0] = 1;
      return;
    }
    for (int cell = 0; cell < CELLS; cell++) {
      double part = Math.min(edges[cell + 1], first) - Math.min(edges[cell], first);
      masses[cell] = part / (first - low);
    }
    atCap = Math.max(0, first - cap) / (first - low);
  }

  /**
   * From the distribution of one delay to that of the next. Cells are filled from the top: {@code
   * density} is the mass for each nanosecond from all earlier delays whose triple reaches beyond
   * the cell.
   */
  private void step() {
    double[] next = new double[CELLS];
    double nextAtCap = atCap * 2 * cap / (3 * cap - low);
    double density = atCap / (3 * cap - low);
    int from = CELLS - 1;
    for (; from >= 0 && 3 * middle(from) > cap; from--) {
      double share = masses[from] / (3 * middle(from) - low);
      nextAtCap += share * (3 * middle(from) - cap);
      density += share;
    }
    for (int cell = CELLS - 1; cell >= 0; cell--) {
      next[cell] = density * (edges[cell + 1] - edges[cell]);
      for (; from >= 0 && 3 * middle(from) > edges[cell]; from--) {
        double share = masses[from] / (3 * middle(from) - low);
        next[cell] += share * (3 * middle(from) - edges[cell]);
        density += share;
      }
    }
    masses = next;
    atCap = nextAtCap;
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
