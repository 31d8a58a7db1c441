package dev.reprise.batch.internal.pace;

/**
 * Decides when a run's next call may start, how many units it may carry and how many calls may be
 * under way. Used by the run's coordinator alone; what it shares with other runs is in its {@link
 * SharedRate}.
 */
public final class Pacer {

  private final SharedRate rate;
  private final SharedRate.Runner runner = new SharedRate.Runner();
  private CallLimit calls;
  private long fullNanos;

  public Pacer(SharedRate rate, int parallelism, long nowNanos) {
    this.rate = rate;
    calls = CallLimit.of(rate.isAdaptive(), parallelism);
    fullNanos = rate.begin(nowNanos);
  }

  /** Wait until a call may start; 0 for none. */
  public long waitNanos(long nowNanos) {
    return rate.waitNanos(runner, nowNanos);
  }

  /** How many units a call that starts now may carry; an item that costs more goes alone. */
  public long mostUnits(long nowNanos) {
    return rate.mostUnits(nowNanos);
  }

  /** How many calls may be under way. */
  public int calls() {
    return calls.limit();
  }

  /** Units a second that it allows now; infinite without a limit. */
  public double unitsPerSecond(long nowNanos) {
    return rate.unitsPerSecond(nowNanos);
  }

  /** Notes that the limit of parallel calls is reached. */
  public void full(long nowNanos) {
    fullNanos = nowNanos;
  }

  public void sent(long units, long nowNanos) {
    rate.sent(runner, units, fullNanos, nowNanos);
  }

  /** A call that was counted as sent never began. */
  public void neverBegan(long units) {
    rate.giveBack(units);
  }

  public void answered(RateControl.Call call) {
    rate.answered(call);
    calls = calls.after(call);
  }

  /** Ends the run: it sends nothing more and takes no more turns. */
  public void end() {
    rate.leave(runner);
  }
}
