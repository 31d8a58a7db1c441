package dev.reprise.batch.internal.pace;

import org.jspecify.annotations.Nullable;

/**
 * A rate that follows what the service accepts: it begins with what the service was <em>seen</em>
 * to accept while it throttled, which is its capacity, and then increases and decreases by factors.
 */
sealed interface AdaptiveRate extends RateControl
    permits AdaptiveRate.Unthrottled,
        AdaptiveRate.MeasuringCapacity,
        ExponentialGrowth,
        RefusalComparison,
        IndependentRefusals {

  /**
   * The state before the service has refused more than a small share. A lower rate would avoid only
   * these refusals, so there is no limit. A cumulative sum (CUSUM, Page 1954) of the logarithms of
   * likelihood ratios shows when a larger share begins, also after a long time without refusals.
   *
   * @param evidence the sum, at least 0
   * @param tally the units since the sum was last 0, null while it is
   */
  record Unthrottled(double evidence, @Nullable ThroughputSample tally) implements AdaptiveRate {

    /** The share of throttled calls that needs no lower rate. */
    private static final double TOLERATED = 0.01;

    /** The share that needs one. */
    private static final double TOO_MUCH = 0.05;

    private static final double THROTTLED = Math.log(TOO_MUCH / TOLERATED);
    private static final double ACCEPTED = Math.log((1 - TOO_MUCH) / (1 - TOLERATED));

    /** Enough evidence: that of three throttled calls in a row, without rounding errors. */
    private static final double ENOUGH = 2.999 * THROTTLED;

    /** If less is refused, measuring at the present rate wastes few units. */
    private static final double FEW_REFUSED = 0.15;

    /** Creates the state before the first call. */
    Unthrottled() {
      this(0, null);
    }

    @Override
    public double rateAt(long nowNanos) {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    public AdaptiveRate afterIdle(long fromNanos, long toNanos) {
      return tally == null ? this : new Unthrottled(evidence, tally.andIdle(fromNanos, toNanos));
    }

    @Override
    public AdaptiveRate after(Call call) {
      double next = evidence + (call.throttled() ? THROTTLED : ACCEPTED);
      if (next <= 0) {
        return evidence == 0 ? this : new Unthrottled();
      }
      ThroughputSample counted = tally == null ? ThroughputSample.from(call) : tally.and(call);
      if (next < ENOUGH) {
        return new Unthrottled(next, counted);
      }
      ThroughputSample whole = counted.withoutIdle();
      return counted.isMostlyBusyAt(call.endNanos())
              && whole.endsWith(call)
              && whole.refusedShare() < FEW_REFUSED
          ? MeasuringCapacity.measured(whole, call)
          : new MeasuringCapacity(ThroughputSample.from(call));
    }
  }

  /**
   * The state after the first throttlings: the units that the service accepts until the next
   * throttling are counted, for at most two seconds, since a source may supply too few items for
   * another throttling. Meanwhile the rate is twice the accepted rate so far, and it grows.
   *
   * @param tally the count
   */
  record MeasuringCapacity(ThroughputSample tally) implements AdaptiveRate {

    /** The factor of the rate over the accepted rate. */
    private static final double HEADROOM = 2;

    /** The seconds after which the factor doubles. */
    private static final double DOUBLING = 0.5;

    private static final double MOST_DOUBLINGS = 4;

    /** At twice the accepted rate or more, a service with a capacity refuses this share. */
    private static final double REFUSED_BY_CAPACITY = 0.5;

    @Override
    public double rateAt(long nowNanos) {
      double more = Math.pow(2, Math.min(MOST_DOUBLINGS, tally.busySeconds(nowNanos) / DOUBLING));
      return Math.max(HEADROOM * more * tally.lowAt(nowNanos), tally.askingAt(nowNanos));
    }

    @Override
    public AdaptiveRate afterIdle(long fromNanos, long toNanos) {
      return new MeasuringCapacity(tally.andIdle(fromNanos, toNanos));
    }

    @Override
    public AdaptiveRate after(Call call) {
      ThroughputSample counted = tally.and(call);
      return counted.isOldAt(call) || (counted.endsWith(call) && counted.isExact())
          ? measured(counted, call)
          : new MeasuringCapacity(counted);
    }

    /**
     * Returns the state after the count. If the calls did not reach twice the accepted rate, the
     * refusals may be independent of it. Of few calls, half may be refused by chance. There is no
     * rate to compare at if nothing was accepted, because other failures ended the calls, or if
     * there were no items most of the time.
     */
    private static AdaptiveRate measured(ThroughputSample counted, Call call) {
      double capacity = counted.highAt(call.endNanos());
      if (counted.throttled() == 0) {
        return counted.idleNanos() == 0
            ? new Unthrottled()
            : ExponentialGrowth.fromFirst(call, capacity);
      }
      boolean byCapacity = counted.isExact() && counted.refusedShare() >= REFUSED_BY_CAPACITY;
      return counted.isMostlyBusyAt(call.endNanos()) && !byCapacity
          ? RefusalComparison.fromUnlimited(call, counted)
          : ExponentialGrowth.fromFirst(call, capacity);
    }
  }
}
