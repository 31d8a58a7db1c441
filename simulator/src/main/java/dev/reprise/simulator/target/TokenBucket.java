package dev.reprise.simulator.target;

/** A token bucket that starts full. In any time t it gives at most burst + rate · t units. */
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

  /** Takes up to a number of whole units, and returns the number it took. */
  int take(int wanted, long nowNanos) {
    refill(nowNanos);
    int had = (int) Math.min(wanted, Math.floor(left + ROUNDING));
    left -= had;
    return had;
  }

  /** Takes one unit, if necessary a future one, and returns the time at which it exists. */
  long book(long nowNanos) {
    refill(nowNanos);
    long wait = waitNanos();
    left--;
    return nowNanos + wait;
  }

  /** Returns the nanoseconds until a unit exists if none is taken before; 0 if one exists. */
  long waitNanos(long nowNanos) {
    refill(nowNanos);
    return waitNanos();
  }

  /** Returns true if the next unit will be lost unless one is taken. */
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
