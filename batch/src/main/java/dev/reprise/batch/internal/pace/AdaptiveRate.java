package dev.reprise.batch.internal.pace;

/**
 * A rate that follows what the service accepts: additive increase with a growing step, and
 * multiplicative decrease to a fraction of what the service was <em>seen</em> to accept while it
 * throttled, which is its capacity.
 */
sealed interface AdaptiveRate extends RateControl {

  /** The state before the first throttling. */
  record Open() implements AdaptiveRate {

    @Override
    public double rateAt(long nowNanos) {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    public AdaptiveRate after(Call call) {
      return call.throttled() ? new Measuring(ThroughputSample.from(call)) : this;
    }
  }

  /**
   * The service throttles for the first time: what it accepts from here to the next throttling is
   * counted, for two seconds at most: a source may bring too little for another throttling to come.
   * Meanwhile it is sent twice what was counted so far, and ever more.
   *
   * @param tally the count
   */
  record Measuring(ThroughputSample tally) implements AdaptiveRate {

    /** Sent beyond what was seen. */
    private static final double HEADROOM = 2;

    /** Seconds after which it is twice as much, and so on. */
    private static final double DOUBLING = 0.5;

    private static final double MOST_DOUBLINGS = 4;

    @Override
    public double rateAt(long nowNanos) {
      double more = Math.pow(2, Math.min(MOST_DOUBLINGS, tally.busySeconds(nowNanos) / DOUBLING));
      return Math.max(HEADROOM * more * tally.lowAt(nowNanos), tally.askingAt(nowNanos));
    }

    @Override
    public AdaptiveRate afterIdle(long fromNanos, long toNanos) {
      return new Measuring(tally.andIdle(fromNanos, toNanos));
    }

    @Override
    public AdaptiveRate after(Call call) {
      ThroughputSample counted = tally.and(call);
      return counted.endsWith(call) || counted.isOldAt(call)
          ? new Growing(ThroughputSample.from(call), counted.highAt(call.endNanos()), Likeness.NONE)
          : new Measuring(counted);
    }
  }

  /**
   * The rate after a throttling: less than the capacity, level at it, and then beyond, along {@code
   * capacity (1 + ((t - K) / K)³ (1 - β))}, and from {@code 3 K} on twice as much every {@code K /
   * 2}. Time without items does not count.
   *
   * @param tally what was accepted since
   * @param capacity what was accepted a second until then
   * @param likeness how similar the refused shares are
   */
  record Growing(ThroughputSample tally, double capacity, Likeness likeness)
      implements AdaptiveRate {

    /**
     * β, the multiplicative decrease. What is left unused on the way back is a quarter of {@code (1
     * - β) K}: 0.025 s of capacity, which a service that allows bursts keeps for us.
     */
    static final double DECREASE = 0.95;

    /** K, seconds until the capacity is reached again. */
    static final double LEVEL = 2;

    /** K is at least the time of this many calls; a shorter time shows nothing. */
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
      return new Growing(tally.andIdle(fromNanos, toNanos), capacity, likeness);
    }

    /** Calls sent before the decrease measure the earlier rate. */
    @Override
    public AdaptiveRate after(Call call) {
      if (tally.acceptedNothingAt(call.endNanos()) && call.accepted() > 0) {
        return new Growing(ThroughputSample.from(call), capacity, Likeness.NONE);
      }
      ThroughputSample counted = tally.and(call);
      if (!counted.endsWith(call)) {
        return new Growing(counted, capacity, likeness);
      }
      double next = capacityAfter(counted, call);
      Likeness alike = likeness.and(counted.refusedShare(), capacity);
      return alike.isEnough()
          ? new Regardless(ThroughputSample.from(call), alike.highest(), alike.share())
          : new Growing(ThroughputSample.from(call), next, alike);
    }

    /**
     * Where items were missing at times, the capacity is between what was accepted a second in all
     * and what was accepted a second while there were items.
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
   * Similarity of the shares that were refused at lower and lower rates. A service with a capacity
   * refuses less when less is sent.
   *
   * @param share refused of what was sent, between 0 and 1
   * @param highest the rate before the first of them
   * @param count how many in a row
   */
  record Likeness(double share, double highest, int count) {

    static final Likeness NONE = new Likeness(0, 0, 0);

    private static final int ENOUGH = 5;
    private static final double LEAST_SHARE = 0.05;
    private static final double MOST_SHARE = 0.8;
    private static final double TOLERANCE = 0.35;

    Likeness and(double nextShare, double rate) {
      if (nextShare < LEAST_SHARE || nextShare > MOST_SHARE) {
        return NONE;
      }
      boolean alike = count > 0 && Math.abs(nextShare - share) <= TOLERANCE * share;
      return alike
          ? new Likeness(share + (nextShare - share) / (count + 1), highest, count + 1)
          : new Likeness(nextShare, rate, 1);
    }

    boolean isEnough() {
      return count >= ENOUGH;
    }
  }

  /**
   * The service refuses the same share however slowly it is called, so slowing down does not help:
   * the rate grows until the service refuses clearly more.
   *
   * @param tally the count of a while
   * @param rate the rate during it
   * @param share what is refused at any rate
   */
  record Regardless(ThroughputSample tally, double rate, double share) implements AdaptiveRate {

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
      return new Regardless(tally.andIdle(fromNanos, toNanos), rate, share);
    }

    @Override
    public AdaptiveRate after(Call call) {
      ThroughputSample counted = tally.and(call);
      double seconds = counted.busySeconds(call.endNanos());
      if (seconds < WHILE || counted.sent() < Growing.LEVEL_CALLS * counted.callUnits()) {
        return new Regardless(counted, rate, share);
      }
      double refused = counted.refusedShare();
      if (refused > MORE * share) {
        return new Growing(
            ThroughputSample.from(call), counted.highAt(call.endNanos()), Likeness.NONE);
      }
      if (refused < LESS * share) {
        return new Growing(ThroughputSample.from(call), rate, Likeness.NONE);
      }
      double next = Math.min(GROWTH * rate, Double.MAX_VALUE / 4);
      return new Regardless(ThroughputSample.from(call), next, share);
    }
  }
}
