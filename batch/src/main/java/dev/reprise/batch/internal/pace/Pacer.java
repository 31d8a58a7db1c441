package dev.reprise.batch.internal.pace;

/**
 * Decides when a run's next call may start, the maximum of its units, and the maximum number of
 * parallel calls. Used by the run's coordinator alone; what it shares with other runs is in its
 * {@link SharedRate}.
 */
public final class Pacer {

  /** The weight of a call in the average duration. */
  private static final double SMOOTHING = 0.1;

  private final SharedRate rate;
  private final SharedRate.Runner runner = new SharedRate.Runner();
  private final long originNanos;
  private CallLimit calls;
  private long fullNanos;
  private double callNanos;
  private double mostUnits;
  private double carriedUnits;

  /**
   * Creates the pacer of a run.
   *
   * @param nowNanos the present tick; all other times are ticks too
   * @param epochMillis the present time, in milliseconds since 1970
   */
  public Pacer(SharedRate rate, int parallelism, long nowNanos, long epochMillis) {
    this.rate = rate;
    calls = CallLimit.of(rate.isAdaptive(), parallelism);
    fullNanos = rate.begin(nowNanos, epochMillis);
    originNanos = rate.originNanos();
  }

  /** Returns the wait until a call may start; 0 for none. */
  public long waitNanos(long nowNanos) {
    return rate.waitNanos(runner, nowNanos);
  }

  /**
   * Returns the maximum number of units of a call that starts now; an item with a higher cost is
   * sent alone. Calls have whole units: what rounding leaves is for the next call, since a call of
   * 1.6 units that has always one would use two thirds of the rate.
   */
  public long mostUnits(long nowNanos) {
    mostUnits = rate.mostUnits(callNanos / calls(), nowNanos) + carriedUnits;
    return (long) mostUnits;
  }

  /** Returns the maximum number of parallel calls. */
  public int calls() {
    return calls.limit();
  }

  /** Returns the current rate in units per second; infinite without a limit. */
  public double unitsPerSecond(long nowNanos) {
    return rate.unitsPerSecond(nowNanos);
  }

  /** Records that the limit of parallel calls is reached. */
  public void full(long nowNanos) {
    fullNanos = nowNanos;
  }

  public void sent(long units, long nowNanos) {
    double rest = mostUnits - units;
    carriedUnits = rest > 0 && rest < 1 ? rest : 0;
    rate.sent(runner, units, fullNanos, nowNanos);
  }

  /** Corrects the count for a call that was counted as sent, but did not start. */
  public void neverBegan(long units) {
    rate.giveBack(units);
  }

  /**
   * Records the end of a call.
   *
   * @param accepted its units that the service accepted, or refused because of their contents
   * @param throttled whether the service refused any for reasons of load
   */
  public void answered(
      long startNanos, long endNanos, long sent, long accepted, boolean throttled) {
    RateControl.Call call =
        new RateControl.Call(
            originNanos + startNanos, originNanos + endNanos, sent, accepted, throttled);
    rate.answered(call);
    boolean rateIsLimited = unitsPerSecond(endNanos) < Double.POSITIVE_INFINITY;
    calls = calls.after(call, rateIsLimited);
    callNanos += SMOOTHING * (call.durationNanos() - callNanos);
  }

  /** Ends the use of the rate by the run. */
  public void end() {
    rate.leave(runner);
  }
}
