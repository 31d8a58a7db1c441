package dev.reprise.batch;

/** Says when the next call may start and how much it may carry. Used by the coordinator alone. */
final class Pacer {

  /** A wait shorter than this is not worth a timer; rates hold all the same, on the average. */
  private static final long TOLERANCE_NANOS = 1_000_000;

  /** How far a run that was held up, as by a late timer, may catch up. */
  private static final long CATCH_UP_NANOS = 20_000_000;

  /** A call carries no more than this many seconds' worth. */
  private static final double WORTH_SECONDS = 0.25;

  /** Of an adaptive run: asked once a second, a service that recovers is soon known to. */
  private static final long ADAPTIVE_NANOS = 1_000_000_000;

  private final long longestNanos;
  private RateControl rate;
  private CallLimit calls;
  private long fromNanos;
  private long units;

  Pacer(Pace pace, int parallelism, long nowNanos) {
    fromNanos = nowNanos;
    longestNanos = pace instanceof Pace.Adaptive ? ADAPTIVE_NANOS : Long.MAX_VALUE;
    calls = CallLimit.of(pace instanceof Pace.Adaptive, parallelism);
    if (pace instanceof Pace.Fixed fixed) {
      rate = new RateControl.Steady(fixed.unitsPerSecond());
    } else if (pace instanceof Pace.Adaptive) {
      rate = new RateControl.Open();
    } else {
      rate = new RateControl.Steady(Double.POSITIVE_INFINITY);
    }
  }

  /** How long until a call may start; 0 for at once. */
  long waitNanos(long nowNanos) {
    long wait = freeNanos(nowNanos) - nowNanos;
    return wait <= TOLERANCE_NANOS ? 0 : wait;
  }

  /** How many units a call that starts now may carry; an item that costs more goes alone. */
  long mostUnits(long nowNanos) {
    return (long) Math.max(1, WORTH_SECONDS * rate.rateAt(nowNanos));
  }

  /** How many calls may be under way. */
  int calls() {
    return calls.limit();
  }

  /** When the units sent so far are paid for, at the rate of now. */
  private long freeNanos(long nowNanos) {
    return fromNanos
        + (long)
            Math.min((double) longestNanos, units * RateControl.SECOND / rate.rateAt(nowNanos));
  }

  void sent(long sentUnits, long nowNanos) {
    long free = freeNanos(nowNanos);
    long earliest = nowNanos - CATCH_UP_NANOS;
    fromNanos = free - earliest > 0 ? free : earliest;
    units = sentUnits;
  }

  void answered(RateControl.Call call) {
    rate = rate.after(call);
    calls = calls.after(call);
  }
}
