package dev.reprise.dynamodb.scan;

import dev.reprise.batch.Pace;

/**
 * Computes when the next page may be requested. The cost of a page is known only from its response,
 * so a page is charged the cost of the previous one in advance, and the difference afterwards. Used
 * by one thread.
 *
 * <p>An adaptive pace has no limit until a page is throttled. Then the limit is 80 % of the rate
 * that was consumed, plus a tenth each second. A limit of the pace applies at all times.
 */
final class ScanPace {

  private static final double SECOND = 1e9;
  private static final long CATCH_UP_NANOS = 20_000_000;

  /** A page has at most the items that are read in this time at the current rate. */
  private static final double PAGE_SECONDS = 0.5;

  /** Items of a page before the cost of an item is known. */
  private static final int FIRST_ITEMS = 25;

  private static final double DECREASE = 0.8;
  private static final double GROWTH_PER_SECOND = 0.1;
  private static final long MIN_WINDOW_NANOS = 250_000_000;
  private static final double MIN_RATE = 1;

  private final boolean adaptive;
  private final double most;
  private double rate;
  private long rateSinceNanos;
  private double unitsSince;
  private long freeNanos;
  private double lastPage = -1;
  private double units;
  private long items;

  ScanPace(Pace pace, long nowNanos) {
    adaptive = pace instanceof Pace.Adaptive;
    most =
        pace instanceof Pace.Adaptive limited
            ? limited.mostUnitsPerSecond()
            : Double.POSITIVE_INFINITY;
    rate = pace instanceof Pace.Fixed fixed ? fixed.unitsPerSecond() : Double.POSITIVE_INFINITY;
    rateSinceNanos = nowNanos;
    freeNanos = nowNanos;
  }

  private double rateAt(long nowNanos) {
    double seconds = (nowNanos - rateSinceNanos) / SECOND;
    return adaptive ? Math.min(most, rate * (1 + GROWTH_PER_SECOND * seconds)) : rate;
  }

  /** Returns the wait until a page may be requested; 0 for none. */
  long waitNanos(long nowNanos, int inFlight) {
    if (rateAt(nowNanos) == Double.POSITIVE_INFINITY) {
      return 0;
    }
    return lastPage < 0 && inFlight > 0 ? Long.MAX_VALUE : Math.max(0, freeNanos - nowNanos);
  }

  /** Returns the maximum number of items of a page; 0 for no limit. */
  int maxItems(long nowNanos) {
    double now = rateAt(nowNanos);
    if (now == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double most = items == 0 ? FIRST_ITEMS : now * PAGE_SECONDS / Math.max(1e-6, units / items);
    return (int) Math.max(1, Math.min(most, Integer.MAX_VALUE));
  }

  /** Charges a page that is requested, and returns the charge. */
  double start(long nowNanos) {
    double estimate = Math.max(0, lastPage);
    pay(estimate, nowNanos);
    return estimate;
  }

  /** Records the cost of a page that was read or given up. */
  void record(double paid, double cost, long scanned, boolean throttled, long nowNanos) {
    pay(cost - paid, nowNanos);
    lastPage = cost > 0 || scanned > 0 ? cost : lastPage;
    units += cost;
    items += scanned;
    unitsSince += cost;
    if (adaptive && throttled) {
      slowDown(nowNanos);
    }
  }

  private void slowDown(long nowNanos) {
    long elapsed = nowNanos - rateSinceNanos;
    if (elapsed >= MIN_WINDOW_NANOS || rate == Double.POSITIVE_INFINITY) {
      double seen = unitsSince * SECOND / Math.max(MIN_WINDOW_NANOS, elapsed);
      rate = Math.max(MIN_RATE, DECREASE * seen);
      rateSinceNanos = nowNanos;
      unitsSince = 0;
    }
  }

  private void pay(double cost, long nowNanos) {
    double now = rateAt(nowNanos);
    if (now != Double.POSITIVE_INFINITY) {
      long from = Math.max(freeNanos, nowNanos - CATCH_UP_NANOS);
      freeNanos = from + (long) (cost * SECOND / now);
    }
  }
}
