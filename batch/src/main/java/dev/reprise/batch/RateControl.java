package dev.reprise.batch;

/**
 * What a run may send a second, and what follows from a call that was answered: a value, and a
 * function from it and a {@link Call} to the next. Additive increase with a growing step, and
 * multiplicative decrease to a fraction of what the service was <em>seen</em> to accept while it
 * throttled, which is its capacity.
 *
 * <p>Units are those of the run, rates are in units a second, ticks in nanoseconds of any origin.
 */
sealed interface RateControl {

  double SECOND = 1e9;

  /** The rate at which calls may start; infinite where there is no limit. */
  double rateAt(long nowNanos);

  /** What follows from a call. */
  RateControl after(Call call);

  /**
   * A call that was answered.
   *
   * @param startNanos when it was sent
   * @param endNanos when it was answered
   * @param sent units sent, at least 0
   * @param accepted units of them that the service took
   * @param throttled whether the service refused any for reasons of load
   */
  record Call(long startNanos, long endNanos, long sent, long accepted, boolean throttled) {

    long lengthNanos() {
      return Math.max(0, endNanos - startNanos);
    }
  }

  /** A rate that nothing changes. */
  record Steady(double rate) implements RateControl {

    @Override
    public double rateAt(long nowNanos) {
      return rate;
    }

    @Override
    public RateControl after(Call call) {
      return this;
    }
  }

  /** Nothing was throttled yet. */
  record Open() implements RateControl {

    @Override
    public double rateAt(long nowNanos) {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    public RateControl after(Call call) {
      return call.throttled() ? new Measuring(Tally.from(call)) : this;
    }
  }

  /**
   * What was accepted since a moment at which the service had nothing left. At the next such moment
   * this is what it has yielded in between, whatever it keeps for bursts.
   *
   * @param sinceNanos that moment: when throttling was seen
   * @param accepted units accepted since
   * @param callUnits units of a call
   * @param shortestNanos how long to count at least
   */
  record Tally(long sinceNanos, long accepted, long callUnits, long shortestNanos) {

    /** Of a rate in tens of calls a second something can be said after this time. */
    private static final long SHORTEST_NANOS = 100_000_000;

    /** What was sent after throttling began must be among the answers counted. */
    private static final int SHORTEST_LENGTHS = 3;

    /** A service from which nothing comes for so long accepts nothing. */
    private static final long LONGEST_NANOS = 2_000_000_000;

    /** Before this nothing can be said of a rate. */
    private static final long BLIND_NANOS = 25_000_000;

    static Tally from(Call call) {
      long shortest = Math.max(SHORTEST_NANOS, SHORTEST_LENGTHS * call.lengthNanos());
      return new Tally(
          call.endNanos(), 0, Math.max(1, call.sent()), Math.min(shortest, LONGEST_NANOS));
    }

    Tally and(Call call) {
      return new Tally(sinceNanos, accepted + call.accepted(), callUnits, shortestNanos);
    }

    double rateAt(long nowNanos) {
      return accepted * SECOND / Math.max(BLIND_NANOS, nowNanos - sinceNanos);
    }

    /** Whether a call tells that the service has nothing left again, and enough was counted. */
    boolean endsWith(Call call) {
      long elapsed = call.endNanos() - sinceNanos;
      return call.throttled()
          && call.startNanos() - sinceNanos >= 0
          && (elapsed >= LONGEST_NANOS || (elapsed >= shortestNanos && accepted >= callUnits));
    }

    /**
     * Whether so much time has passed that what was sent says more of the source than of others.
     */
    boolean isOldAt(Call call) {
      return call.endNanos() - sinceNanos >= LONGEST_NANOS;
    }
  }

  /**
   * The service throttles for the first time: what it accepts from here to the next throttling is
   * counted, for two seconds at most: a source may bring too little for another throttling to come.
   * Meanwhile it is sent twice what was counted so far.
   *
   * @param tally the count
   */
  record Measuring(Tally tally) implements RateControl {

    /** Sent beyond what was seen. */
    private static final double HEADROOM = 2;

    /** Calls a second that ask again while nothing is accepted. */
    private static final double ASKING = 10;

    @Override
    public double rateAt(long nowNanos) {
      return Math.max(HEADROOM * tally.rateAt(nowNanos), ASKING * tally.callUnits());
    }

    @Override
    public RateControl after(Call call) {
      Tally counted = tally.and(call);
      return counted.endsWith(call) || counted.isOldAt(call)
          ? Growing.from(counted, call)
          : new Measuring(counted);
    }
  }

  /**
   * The rate after a throttling: less than the capacity, level at it, and then beyond, along {@code
   * capacity (1 + ((t - K) / K)³ (1 - β))}.
   *
   * @param tally what was accepted since
   * @param capacity what was accepted a second until then
   */
  record Growing(Tally tally, double capacity) implements RateControl {

    /**
     * β, the multiplicative decrease. What is left unused on the way back is a quarter of {@code (1
     * - β) K}: less than a tenth of a second's capacity, which a service that allows bursts keeps
     * for us.
     */
    static final double DECREASE = 0.9;

    /** K, seconds until the capacity is reached again. */
    static final double LEVEL = 2;

    /** Units a second that are tried of a service that accepted none. */
    static final double LEAST = 0.1;

    static Growing from(Tally counted, Call end) {
      return new Growing(Tally.from(end), Math.max(LEAST, counted.rateAt(end.endNanos())));
    }

    @Override
    public double rateAt(long nowNanos) {
      double cube = Math.pow((nowNanos - tally.sinceNanos()) / SECOND / LEVEL - 1, 3);
      return capacity * (1 + (1 - DECREASE) * Math.max(-1, cube));
    }

    /** Calls sent before the decrease tell of the rate before it. */
    @Override
    public RateControl after(Call call) {
      Tally counted = tally.and(call);
      return counted.endsWith(call) ? from(counted, call) : new Growing(counted, capacity);
    }
  }
}
