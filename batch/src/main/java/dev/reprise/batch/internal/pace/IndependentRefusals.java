package dev.reprise.batch.internal.pace;

/**
 * The state in which refusals do not depend on the rate: it doubles with each period in which the
 * service does not refuse clearly more. A period is a second or more: after a long one of few
 * calls, several doublings at once would send far too much before a single call shows it. While
 * more than a fiftieth is refused, a {@link RefusalComparison} asks again from time to time,
 * because a rate above the possible throughput of the calls proves nothing. All known calls count
 * for it: a single period with many refusals may be chance, and fewer of them at the lower rate
 * then prove nothing.
 *
 * <p>Runs of all processes ask at the same times of the day. Two runs that share a capacity, and
 * both send more than half of it, each see the same refusals at any rate of their own.
 *
 * @param tally the units of the current period
 * @param last those of the period before
 * @param askedNanos the time of the last comparison
 * @param base the rate at the beginning
 * @param periods the number of periods since then
 * @param share the share that is refused at any rate
 * @param confirmed the number of comparisons that have confirmed it
 */
record IndependentRefusals(
    ThroughputSample tally,
    ThroughputSample last,
    long askedNanos,
    double base,
    int periods,
    RefusedShare share,
    int confirmed)
    implements AdaptiveRate {

  private static final double PERIOD_SECONDS = 1;
  private static final double PERIOD_CALLS = 64;
  private static final double LONGEST_SECONDS = 10;
  private static final double COMPARED_SHARE = 0.02;

  /** Comparisons are at multiples of this time since 1970, times a power of two. */
  private static final long STEP_NANOS = 8_000_000_000L;

  /** Limit of the time between two comparisons, so that a clock that jumps overflows nothing. */
  private static final double MOST_NANOS = 0x1p58;

  /** The time between two of them is at least that of this many calls, one after the other. */
  private static final double STEP_LENGTHS = 12;

  /** The same for all parallel calls: a comparison is some twenty calls at a lower rate. */
  private static final double STEP_CALLS = 32;

  /** The time doubles with each comparison that confirms the share, this many times. */
  private static final int MOST_RARER = 2;

  /** A comparison is omitted if less than this part of the time has passed since the last one. */
  private static final long LEAST_PART = 4;

  /** The same of the first one: without it, the comparison of another run proves nothing. */
  private static final long FIRST_LEAST_PART = 6;

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
   * @param confirmed the number of comparisons before it that have found the same
   */
  static IndependentRefusals from(
      Call call, ThroughputSample counted, ExponentialGrowth.Decline decline, int confirmed) {
    return new IndependentRefusals(
        ThroughputSample.from(call),
        counted,
        call.endNanos(),
        decline.highest(),
        0,
        decline.confirmedBy(counted),
        confirmed);
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
    return new IndependentRefusals(counted, last, askedNanos, base, periods, share, confirmed);
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
    if (isTimeToAsk(counted, call.endNanos())) {
      return asked(counted, call);
    }
    return ended ? next(counted, call) : with(counted);
  }

  private boolean isTimeToAsk(ThroughputSample counted, long nowNanos) {
    ThroughputSample both = last.and(counted);
    double calls = STEP_CALLS * both.seconds(nowNanos) / Math.max(1, both.calls());
    double least = Math.max(calls, STEP_LENGTHS * both.lengthNanos() / SECOND);
    long step = STEP_NANOS;
    while (step < Math.min(least * SECOND, MOST_NANOS)) {
      step *= 2;
    }
    step <<= Math.min(MOST_RARER, confirmed);
    long part = confirmed == 0 ? FIRST_LEAST_PART : LEAST_PART;
    long next = Math.floorDiv(askedNanos + step / part, step) + 1;
    return nowNanos - next * step >= 0;
  }

  private AdaptiveRate asked(ThroughputSample counted, Call call) {
    long now = call.endNanos();
    RefusedShare all = share.plus(counted);
    if (all.value() <= COMPARED_SHARE) {
      return new IndependentRefusals(counted, last, now, base, periods, share, confirmed);
    }
    ThroughputSample both = last.and(counted);
    ExponentialGrowth.Decline known = ExponentialGrowth.Decline.of(all, rateAt(now));
    return RefusalComparison.again(
        call, both.sustainedAt(now), both.highAt(now), known, confirmed + 1);
  }

  /** Returns whether the service refuses more than the share that it refuses at any rate. */
  private boolean isMoreRefused(ThroughputSample counted, double calls, double tolerated) {
    return counted.refusedCalls() > share.mostOf(calls) + tolerated;
  }

  /** Returns the calls of a whole period: a block of refusals at its start is part of it. */
  private double fullPeriod(ThroughputSample counted, double seconds) {
    double before = last.calls() / last.seconds(tally.sinceNanos());
    double most = Math.max(before, counted.calls() / seconds) * period();
    return Math.max(PERIOD_CALLS, Math.max(counted.calls(), most));
  }

  private AdaptiveRate next(ThroughputSample counted, Call call) {
    double rate = rateAt(call.endNanos());
    if (counted.throttled() == 0 && share.throttledOf(counted.calls()) >= EXPECTED) {
      return rate == Double.POSITIVE_INFINITY
          ? new Unthrottled()
          : ExponentialGrowth.from(call, rate);
    }
    return new IndependentRefusals(
        ThroughputSample.from(call),
        counted,
        askedNanos,
        base,
        periods + 1,
        share.and(counted),
        confirmed);
  }
}
