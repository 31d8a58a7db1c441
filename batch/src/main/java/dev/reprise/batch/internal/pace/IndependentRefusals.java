package dev.reprise.batch.internal.pace;

/**
 * The state in which refusals do not depend on the rate: it doubles each second until the service
 * refuses clearly more. While more than a fiftieth is refused, a {@link RefusalComparison} asks
 * again from time to time, because a rate above the possible throughput of the calls proves
 * nothing. All known calls count for it: a single period with many refusals may be chance, and
 * fewer of them at the lower rate then prove nothing.
 *
 * @param tally the units of the current period
 * @param base the rate at the beginning
 * @param periods the time since then, in whole periods
 * @param callsPerSecond calls per second in the last period
 * @param share the share that is refused at any rate
 */
record IndependentRefusals(
    ThroughputSample tally, double base, int periods, double callsPerSecond, RefusedShare share)
    implements AdaptiveRate {

  private static final double PERIOD_SECONDS = 1;
  private static final double PERIOD_CALLS = 64;
  private static final double LONGEST_SECONDS = 10;
  private static final int COMPARED_AFTER = 8;
  private static final double COMPARED_SHARE = 0.02;
  private static final double MOST_DOUBLINGS = 20;

  /** Refused calls to tolerate at the end of a period, because it may be a few calls. */
  private static final double FEW_REFUSALS = 2;

  /** If this many throttled calls are expected and there is none, the refusals have ended. */
  private static final double EXPECTED = 5;

  /**
   * Returns the state after a comparison.
   *
   * @param counted the units at the lower rate
   * @param decline the refusals at the higher rates before it
   */
  static IndependentRefusals from(
      Call call, ThroughputSample counted, ExponentialGrowth.Decline decline) {
    double perSecond = counted.calls() / counted.seconds(call.endNanos());
    return new IndependentRefusals(
        ThroughputSample.from(call), decline.highest(), 0, perSecond, decline.confirmedBy(counted));
  }

  private double period() {
    return Math.max(PERIOD_SECONDS, tally.shortestNanos() / SECOND);
  }

  @Override
  public double rateAt(long nowNanos) {
    double now = periods - 1 + Math.min(1, tally.busySeconds(nowNanos) / period());
    double doublings = Math.max(0, Math.min(MOST_DOUBLINGS, now));
    return tally.limitedAt(nowNanos, base * Math.pow(2, doublings));
  }

  @Override
  public AdaptiveRate afterIdle(long fromNanos, long toNanos) {
    return with(tally.andIdle(fromNanos, toNanos));
  }

  private IndependentRefusals with(ThroughputSample counted) {
    return new IndependentRefusals(counted, base, periods, callsPerSecond, share);
  }

  @Override
  public AdaptiveRate after(Call call) {
    ThroughputSample counted = tally.and(call);
    double seconds = counted.seconds(call.endNanos());
    boolean ended =
        seconds >= period() && (counted.calls() >= PERIOD_CALLS || seconds >= LONGEST_SECONDS);
    boolean isMore =
        counted.endsWith(call) && isMoreRefused(counted, fullPeriod(counted, seconds), 0);
    if (isMore || (ended && isMoreRefused(counted, counted.calls(), FEW_REFUSALS))) {
      return ExponentialGrowth.from(call, counted.highAt(call.endNanos()));
    }
    return ended ? next(counted, call) : with(counted);
  }

  /** Returns whether the service refuses more than the share that it refuses at any rate. */
  private boolean isMoreRefused(ThroughputSample counted, double calls, double tolerated) {
    return counted.refusedCalls() > share.mostOf(calls) + tolerated;
  }

  /** Returns the calls of a whole period: a block of refusals at its start is part of it. */
  private double fullPeriod(ThroughputSample counted, double seconds) {
    double most = Math.max(callsPerSecond, counted.calls() / seconds) * period();
    return Math.max(PERIOD_CALLS, Math.max(counted.calls(), most));
  }

  private AdaptiveRate next(ThroughputSample counted, Call call) {
    double rate = rateAt(call.endNanos());
    if (counted.throttled() == 0 && share.throttledOf(counted.calls()) >= EXPECTED) {
      return rate == Double.POSITIVE_INFINITY
          ? new Unthrottled()
          : ExponentialGrowth.from(call, rate);
    }
    double seconds = counted.seconds(call.endNanos());
    int elapsed = periods + (int) (seconds / period());
    RefusedShare all = share.plus(counted);
    if (elapsed > COMPARED_AFTER && all.value() > COMPARED_SHARE) {
      double sustained = counted.sustainedAt(call.endNanos());
      double capacity = counted.highAt(call.endNanos());
      ExponentialGrowth.Decline known = ExponentialGrowth.Decline.of(all, rate);
      return RefusalComparison.from(call, sustained, capacity, known);
    }
    double perSecond = counted.calls() / seconds;
    return new IndependentRefusals(
        ThroughputSample.from(call), base, elapsed, perSecond, share.and(counted));
  }
}
