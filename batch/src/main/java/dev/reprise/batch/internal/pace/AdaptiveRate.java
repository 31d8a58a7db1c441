package dev.reprise.batch.internal.pace;

/**
 * A rate that follows what the service accepts: additive increase with a growing step, and
 * multiplicative decrease to a fraction of what the service was <em>seen</em> to accept while it
 * throttled, which is its capacity.
 */
sealed interface AdaptiveRate extends RateControl {

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
          ? new CubicGrowth(
              ThroughputSample.from(call), counted.highAt(call.endNanos()), RefusalSimilarity.NONE)
          : new MeasuringCapacity(counted);
    }
  }

  /**
   * The state after a throttling. The rate starts below the capacity, is level at it, and then
   * exceeds it, along {@code capacity (1 + ((t - K) / K)³ (1 - β))}; from {@code 3 K} it doubles
   * every {@code K / 2}. Time without items does not count.
   *
   * @param tally the units accepted since the throttling
   * @param capacity the units per second that were accepted before it
   * @param similarity the similarity of the refused shares
   */
  record CubicGrowth(ThroughputSample tally, double capacity, RefusalSimilarity similarity)
      implements AdaptiveRate {

    /**
     * β, the multiplicative decrease. The unused capacity until the rate is level is a quarter of
     * {@code (1 - β) K}: 0.025 s of capacity, which a service with burst capacity saves.
     */
    static final double DECREASE = 0.95;

    /** K, seconds until the capacity is reached again. */
    static final double LEVEL = 2;

    /** K is at least the time of this many calls; a shorter time is too short for a measurement. */
    static final double LEVEL_CALLS = 20;

    /** After this many K the rate doubles. */
    private static final double STEEP = 3;

    /** Limit of the growth, so that the rate stays finite. */
    private static final double MOST_DOUBLINGS = 20;

    double level() {
      return Math.max(LEVEL, LEVEL_CALLS * tally.callUnits() / capacity);
    }

    @Override
    public double rateAt(long nowNanos) {
      double rate = capacity * growth(tally.busySeconds(nowNanos) / level());
      return tally.acceptedNothingAt(nowNanos) ? Math.min(rate, tally.askingAt(nowNanos)) : rate;
    }

    private static double growth(double levels) {
      double cube = Math.pow(Math.max(0, Math.min(STEEP, levels)) - 1, 3);
      double doublings = Math.min(MOST_DOUBLINGS, 2 * Math.max(0, levels - STEEP));
      return (1 + (1 - DECREASE) * cube) * Math.pow(2, doublings);
    }

    @Override
    public AdaptiveRate afterIdle(long fromNanos, long toNanos) {
      return new CubicGrowth(tally.andIdle(fromNanos, toNanos), capacity, similarity);
    }

    /** Calls sent before the decrease measure the earlier rate. */
    @Override
    public AdaptiveRate after(Call call) {
      if (tally.acceptedNothingAt(call.endNanos()) && call.accepted() > 0) {
        return new CubicGrowth(ThroughputSample.from(call), capacity, RefusalSimilarity.NONE);
      }
      ThroughputSample counted = tally.and(call);
      if (!counted.endsWith(call)) {
        return new CubicGrowth(counted, capacity, similarity);
      }
      double next = capacityAfter(counted, call);
      RefusalSimilarity alike = similarity.and(counted.refusedShare(), capacity);
      return alike.isEnough()
          ? new ConstantRefusal(ThroughputSample.from(call), alike.highest(), alike.share())
          : new CubicGrowth(ThroughputSample.from(call), next, alike);
    }

    /**
     * Returns the new capacity. If items were missing at times, it is between the accepted units
     * per second of the whole time and those of the time with items.
     */
    private double capacityAfter(ThroughputSample counted, Call end) {
      double levels = counted.busySeconds(end.endNanos()) / level();
      if (levels > STEEP) {
        return rateAt(end.startNanos());
      }
      double error = counted.callUnits() / counted.seconds(end.endNanos());
      double low = counted.lowAt(end.endNanos());
      double next =
          Math.max(low - error, Math.min(counted.highAt(end.endNanos()) + error, capacity));
      return levels < 1 ? Math.max(low, DECREASE * next) : next;
    }
  }

  /**
   * The similarity of the shares that were refused at decreasing rates. A service with a capacity
   * refuses a smaller share at a lower rate.
   *
   * @param share the refused share of the sent units, between 0 and 1
   * @param highest the rate before the first of them
   * @param count the number of similar shares in a row
   */
  record RefusalSimilarity(double share, double highest, int count) {

    static final RefusalSimilarity NONE = new RefusalSimilarity(0, 0, 0);

    private static final int ENOUGH = 5;
    private static final double LEAST_SHARE = 0.05;
    private static final double MOST_SHARE = 0.8;
    private static final double TOLERANCE = 0.35;

    RefusalSimilarity and(double nextShare, double rate) {
      if (nextShare < LEAST_SHARE || nextShare > MOST_SHARE) {
        return NONE;
      }
      boolean alike = count > 0 && Math.abs(nextShare - share) <= TOLERANCE * share;
      return alike
          ? new RefusalSimilarity(share + (nextShare - share) / (count + 1), highest, count + 1)
          : new RefusalSimilarity(nextShare, rate, 1);
    }

    boolean isEnough() {
      return count >= ENOUGH;
    }
  }

  /**
   * The state in which the service refuses the same share at any rate, so a lower rate does not
   * help: the rate grows until the service refuses clearly more.
   *
   * @param tally the count of a period
   * @param rate the rate during it
   * @param share the share that is refused at any rate
   */
  record ConstantRefusal(ThroughputSample tally, double rate, double share)
      implements AdaptiveRate {

    private static final double WHILE = 0.5;
    private static final double GROWTH = 1.5;
    private static final double MORE = 1.5;
    private static final double LESS = 0.3;

    @Override
    public double rateAt(long nowNanos) {
      return tally.acceptedNothingAt(nowNanos) ? Math.min(rate, tally.askingAt(nowNanos)) : rate;
    }

    @Override
    public AdaptiveRate afterIdle(long fromNanos, long toNanos) {
      return new ConstantRefusal(tally.andIdle(fromNanos, toNanos), rate, share);
    }

    @Override
    public AdaptiveRate after(Call call) {
      ThroughputSample counted = tally.and(call);
      double seconds = counted.busySeconds(call.endNanos());
      if (seconds < WHILE || counted.sent() < CubicGrowth.LEVEL_CALLS * counted.callUnits()) {
        return new ConstantRefusal(counted, rate, share);
      }
      double refused = counted.refusedShare();
      if (refused > MORE * share) {
        return new CubicGrowth(
            ThroughputSample.from(call), counted.highAt(call.endNanos()), RefusalSimilarity.NONE);
      }
      if (refused < LESS * share) {
        return new CubicGrowth(ThroughputSample.from(call), rate, RefusalSimilarity.NONE);
      }
      double next = Math.min(GROWTH * rate, Double.MAX_VALUE / 4);
      return new ConstantRefusal(ThroughputSample.from(call), next, share);
    }
  }
}
