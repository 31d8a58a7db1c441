package dev.reprise.batch.internal.pace;

/**
 * A rate that follows what the service accepts: additive increase with a growing step, and
 * multiplicative decrease to a fraction of what the service was <em>seen</em> to accept while it
 * throttled, which is its capacity.
 */
sealed interface AdaptiveRate extends RateControl
    permits AdaptiveRate.Unthrottled,
        AdaptiveRate.MeasuringCapacity,
        CubicGrowth,
        RefusalComparison,
        IndependentRefusals {

  /** The state before the first throttling. */
  record Unthrottled() implements AdaptiveRate {

    @Override
    public double rateAt(long nowNanos) {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    public AdaptiveRate after(Call call) {
      return call.throttled() ? new MeasuringCapacity(ThroughputSample.from(call)) : this;
    }
  }

  /**
   * The state after the first throttling: the units that the service accepts until the next
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
      return counted.endsWith(call) || counted.isOldAt(call)
          ? CubicGrowth.from(call, counted.highAt(call.endNanos()))
          : new MeasuringCapacity(counted);
    }
  }
}
