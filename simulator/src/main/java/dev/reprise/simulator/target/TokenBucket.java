package dev.reprise.simulator.target;

/**
 * So many units a second, and what was not used of late: a token bucket, full at first. Nobody ever
 * has more than the burst at once, or than burst + rate · t in any time t.
 */
final class TokenBucket {

  private static final double NANOS_A_SECOND = 1e9;
  private static final double ROUNDING = 1e-6;

  private final double perNano;
  private final double burst;
  private double left;
  private long since;

  TokenBucket(double perSecond, double burst) {
    perNano = perSecond / NANOS_A_SECOND;
    this.burst = burst;
    left = burst;
  }

  /** Takes up to a number of whole units and returns how many it took. */
  int take(int wanted, long nowNanos) {
    refill(nowNanos);
    int had = (int) Math.min(wanted, Math.floor(left + ROUNDING));
    left -= had;
    return had;
  }

  /** Takes one unit, a future one if there is none now, and returns the time at which it exists. */
  long book(long nowNanos) {
    refill(nowNanos);
    long wait = waitNanos();
    left--;
    return nowNanos + wait;
  }

  /** Nanoseconds until there is a unit, if none is taken meanwhile; 0 if there is one. */
  long waitNanos(long nowNanos) {
    refill(nowNanos);
    return waitNanos();
  }

  /** True if the next unit is lost unless one is taken. */
  boolean isFull(long nowNanos) {
    refill(nowNanos);
    return left + ROUNDING >= burst;
  }

  private long waitNanos() {
    return left + ROUNDING >= 1 ? 0 : (long) Math.ceil((1 - left) / perNano);
  }

  private void refill(long nowNanos) {
    left = Math.min(burst, left + (nowNanos - since) * perNano);
    since = nowNanos;
  }
}
