package dev.reprise.batch;

/**
 * Says when a run's next call may start, how much it may carry and how many calls may be under way.
 * Used by the run's coordinator alone; what it shares with other runs is in its {@link Turns}.
 */
final class Pacer {

  private final Turns turns;
  private final Turns.Runner runner = new Turns.Runner();
  private CallLimit calls;
  private long fullNanos;

  Pacer(Pace pace, int parallelism, long nowNanos) {
    turns = pace instanceof Pace.Shared shared ? shared.turns() : Turns.of(pace);
    calls = CallLimit.of(turns.isAdaptive(), parallelism);
    fullNanos = turns.begin(nowNanos);
  }

  /** How long until a call may start; 0 for at once. */
  long waitNanos(long nowNanos) {
    return turns.waitNanos(runner, nowNanos);
  }

  /** How many units a call that starts now may carry; an item that costs more goes alone. */
  long mostUnits(long nowNanos) {
    return turns.mostUnits(nowNanos);
  }

  /** How many calls may be under way. */
  int calls() {
    return calls.limit();
  }

  /** Units a second that it allows now; infinite without a limit. */
  double unitsPerSecond(long nowNanos) {
    return turns.unitsPerSecond(nowNanos);
  }

  /** There is no place for another call at this time, whatever the source would bring. */
  void full(long nowNanos) {
    fullNanos = nowNanos;
  }

  void sent(long units, long nowNanos) {
    turns.sent(runner, units, fullNanos, nowNanos);
  }

  /** A call that was counted as sent never began. */
  void neverBegan(long units) {
    turns.giveBack(units);
  }

  void answered(RateControl.Call call) {
    turns.answered(call);
    calls = calls.after(call);
  }

  /** The run sends nothing more, and waits for no turn. */
  void end() {
    turns.leave(runner);
  }
}
