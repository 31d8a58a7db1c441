package dev.reprise.batch.internal.pace;

/**
 * The state after a throttling. The rate starts below the capacity, is level at it, and then
 * exceeds it, along {@code capacity (1 + ((t - K) / K)³ (1 - β))}; from {@code 3 K} it doubles
 * every {@code K / 2}. Time without items does not count.
 *
 * @param tally the units accepted since the throttling
 * @param capacity the units per second that were accepted before it
 * @param decline the refusals since the capacity was the highest
 */
record CubicGrowth(ThroughputSample tally, double capacity, Decline decline)
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

  /** K is at least this many durations of a call, since a decrease shows only after one. */
  static final double LEVEL_LENGTHS = 4;

  /** After this many K the rate doubles. */
  private static final double STEEP = 3;

  /** Limit of the growth, so that the rate stays finite. */
  private static final double MOST_DOUBLINGS = 20;

  /** The rate was at most this multiple of the mean throughput since the throttling. */
  private static final double MOST_OF_MEAN = 2;

  /** A capacity that is not throttled for this many K, and is the highest one, was right. */
  private static final double HELD = 1;

  /** At least this part of the highest capacity is the same one. */
  private static final double SAME = 0.95;

  /** A lower part of the highest capacity is questioned by a {@link RefusalComparison}. */
  private static final double MOST_DECLINE = 0.8;

  static CubicGrowth from(Call call, double capacity) {
    return new CubicGrowth(ThroughputSample.from(call), capacity, Decline.NONE);
  }

  private double level() {
    double calls = LEVEL_CALLS * tally.callUnits() / capacity;
    return Math.max(LEVEL, Math.max(calls, LEVEL_LENGTHS * tally.lengthNanos() / SECOND));
  }

  private double levels(long nowNanos) {
    return tally.busySeconds(nowNanos) / level();
  }

  @Override
  public double rateAt(long nowNanos) {
    return tally.limitedAt(nowNanos, capacity * growth(levels(nowNanos)));
  }

  private static double growth(double levels) {
    double cube = Math.pow(Math.max(0, Math.min(STEEP, levels)) - 1, 3);
    double doublings = Math.min(MOST_DOUBLINGS, 2 * Math.max(0, levels - STEEP));
    return (1 + (1 - DECREASE) * cube) * Math.pow(2, doublings);
  }

  @Override
  public AdaptiveRate afterIdle(long fromNanos, long toNanos) {
    return new CubicGrowth(tally.andIdle(fromNanos, toNanos), capacity, decline);
  }

  /** Calls sent before the decrease measure the earlier rate. */
  @Override
  public AdaptiveRate after(Call call) {
    if (tally.acceptedNothingAt(call.endNanos()) && call.accepted() > 0) {
      return from(call, capacity);
    }
    ThroughputSample counted = tally.and(call);
    return counted.endsWith(call)
        ? decreased(counted, call)
        : new CubicGrowth(counted, capacity, decline);
  }

  private AdaptiveRate decreased(ThroughputSample counted, Call call) {
    double next = capacityAfter(counted, call);
    Decline declined = decline.and(counted, next);
    if (levels(call.endNanos()) > HELD && next >= SAME * declined.highest()) {
      return from(call, next);
    }
    return next < MOST_DECLINE * declined.highest() && declined.isLong()
        ? RefusalComparison.from(call, Math.min(next, counted.highAt(call.endNanos())), declined)
        : new CubicGrowth(ThroughputSample.from(call), next, declined);
  }

  /**
   * Returns the new capacity. If items were missing at times, it is between the accepted units per
   * second of the whole time and those of the time with items.
   */
  private double capacityAfter(ThroughputSample counted, Call end) {
    double levels = levels(end.endNanos());
    double high = counted.highAt(end.endNanos());
    if (levels > STEEP) {
      return Math.min(rateAt(end.startNanos()), MOST_OF_MEAN * high);
    }
    double error = counted.callUnits() / counted.seconds(end.endNanos());
    double low = counted.lowAt(end.endNanos());
    double next = Math.max(low - error, Math.min(high + error, capacity));
    return levels < 1 ? Math.max(low, DECREASE * next) : next;
  }

  /**
   * The refusals since the capacity was the highest.
   *
   * @param decreases the decreases since then
   * @param calls the calls sent, in calls of the usual size
   * @param refused the refused units, in calls of the usual size
   * @param throttled the calls of which the service refused any unit
   * @param highest the highest capacity after a decrease, in units per second; the one before the
   *     first decrease may be saved capacity
   */
  record Decline(int decreases, double calls, double refused, long throttled, double highest) {

    /** A lower capacity is found after two or three decreases. */
    private static final int ENOUGH = 4;

    private static final double LEAST_THROTTLED = 0.5;

    static final Decline NONE = new Decline(0, 0, 0, 0, 0);

    Decline and(ThroughputSample sample, double capacity) {
      return new Decline(
          decreases + 1,
          calls + sample.calls(),
          refused + sample.refusedCalls(),
          throttled + sample.throttled(),
          Math.max(highest, capacity));
    }

    boolean isLong() {
      return decreases >= ENOUGH && throttled > 0;
    }

    /**
     * Returns the share of throttled calls. The last one does not count, because the sample ends
     * with it (inverse sampling, Haldane 1945).
     */
    double throttledShare() {
      return Math.max(LEAST_THROTTLED, throttled - 1.0) / calls;
    }

    /** Returns the share of refused units. */
    double refusedShare() {
      return refused / calls;
    }
  }
}
