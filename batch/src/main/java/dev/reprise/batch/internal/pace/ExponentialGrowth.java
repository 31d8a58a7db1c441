package dev.reprise.batch.internal.pace;

/**
 * The state after a throttling. The rate grows by a tenth each second, and after some {@code K} it
 * doubles every {@code K / 2}. A throttling decreases it by more than it grows in {@code K}. The
 * larger of several runs has more calls that can be throttled, so its rate decreases more often,
 * until the rates are equal. A run that has just measured its rate grows twice as fast: next to one
 * that has been there for some time, its rate is below a fair share. Time without items does not
 * count.
 *
 * @param tally the units accepted since the throttling
 * @param base the rate after it, in units per second
 * @param callUnits the units of the throttled call, at least 1
 * @param refused the refused parts of calls since then, less those that are tolerated
 * @param decline the refusals since the accepted rate was the highest
 * @param decreases the decreases since the first measurement, at most those of a new run
 */
record ExponentialGrowth(
    ThroughputSample tally,
    double base,
    double callUnits,
    double refused,
    Decline decline,
    int decreases)
    implements AdaptiveRate {

  /** The logarithm of the growth in a second. */
  private static final double GROWTH = 0.1;

  /** The highest logarithm of the growth in K: more would be refused where calls are few. */
  private static final double MOST_GROWTH = 0.15;

  /** The logarithm of a decrease, as a multiple of that of the growth in K. */
  private static final double DECREASE = 1.3;

  /** A throttling decreases the rate at most to this part: few calls are a rough measure. */
  private static final double MOST_DECREASE = 0.6;

  /** The lowest K, in seconds. */
  private static final double LEVEL = 1;

  /** K is at least the time of this many calls; a shorter time is too short for a measurement. */
  static final double LEVEL_CALLS = 20;

  /** K is at least this many durations of a call, since a decrease shows only after one. */
  private static final double LEVEL_LENGTHS = 4;

  /** After this many K the rate doubles. */
  private static final double STEEP = 3;

  /**
   * The same after the first measurement. If another run had begun shortly before and sent far too
   * much meanwhile, the measured rate is far below a fair share.
   */
  private static final double FIRST_STEEP = 1.25;

  /** The growth of a new run, as a multiple of the usual one. */
  private static final double NEW_GROWTH = 2;

  /** A run is new until its rate has decreased this many times. */
  private static final int NEW_DECREASES = 6;

  /** With fewer calls than this in K, more growth would mean that far more is refused. */
  private static final double NEW_CALLS = 30;

  /** Limit of the growth, so that the rate stays finite. */
  private static final double MOST_DOUBLINGS = 20;

  /** The rate was at most this multiple of the mean throughput since the throttling. */
  private static final double MOST_OF_MEAN = 3;

  /** The refused part of one call that decreases the rate. */
  private static final double REFUSED = 0.1;

  /** The same of calls that are few, in units. */
  private static final double REFUSED_UNITS = 1.75;

  /** A part of such a call that is always enough. */
  private static final double MOST_REFUSED = 0.4;

  /** Calls are few if each has at least the units of this many seconds. */
  private static final double FEW_CALLS_SECONDS = 0.1;

  /** The refused part of each call that needs no lower rate. */
  private static final double TOLERATED = 0.025;

  /** A rate that is not throttled for this many K is higher than before. */
  private static final double HELD = 1.5;

  /** At least this part of the highest accepted rate is the same one. */
  private static final double SAME = 0.9;

  /** A lower part of the highest accepted rate is questioned by a {@link RefusalComparison}. */
  private static final double MOST_DECLINE = 0.55;

  static ExponentialGrowth from(Call call, double rate) {
    return from(call, rate, Decline.NONE, NEW_DECREASES);
  }

  /** Returns the state after the first measurement. */
  static ExponentialGrowth fromFirst(Call call, double rate) {
    return from(call, rate, Decline.NONE, 0);
  }

  /** Returns the state after a comparison that began while the rate had no limit. */
  static ExponentialGrowth fromFirstComparison(Call call, double rate) {
    return from(call, rate, Decline.NONE, 1);
  }

  private static ExponentialGrowth from(Call call, double rate, Decline decline, int decreases) {
    ThroughputSample tally = ThroughputSample.from(call);
    return new ExponentialGrowth(tally, rate, tally.callUnits(), 0, decline, decreases);
  }

  /** Returns the units of a call: those of the throttled one, unless calls are smaller now. */
  private double leastUnits() {
    return Math.min(callUnits, tally.callUnits());
  }

  private double level() {
    double calls = LEVEL_CALLS * leastUnits() / base;
    return Math.max(LEVEL, Math.max(calls, LEVEL_LENGTHS * tally.lengthNanos() / SECOND));
  }

  private double levels(long nowNanos) {
    return tally.busySeconds(nowNanos) / level();
  }

  /** Returns the usual logarithm of the growth in K. */
  private double usualGrowth() {
    return Math.min(MOST_GROWTH, GROWTH * level());
  }

  private double growth() {
    boolean isNew = decreases < NEW_DECREASES && level() * base >= NEW_CALLS * leastUnits();
    return isNew ? NEW_GROWTH * usualGrowth() : usualGrowth();
  }

  /** Returns the number of K after which the rate doubles. */
  private double steep() {
    return decreases == 0 ? FIRST_STEEP : STEEP;
  }

  @Override
  public double rateAt(long nowNanos) {
    double levels = levels(nowNanos);
    double steep = steep();
    double doublings = Math.min(MOST_DOUBLINGS, 2 * Math.max(0, levels - steep));
    double grown = base * Math.exp(growth() * Math.min(steep, levels)) * Math.pow(2, doublings);
    return tally.limitedAt(nowNanos, grown);
  }

  @Override
  public AdaptiveRate afterIdle(long fromNanos, long toNanos) {
    return new ExponentialGrowth(
        tally.andIdle(fromNanos, toNanos), base, callUnits, refused, decline, decreases);
  }

  /**
   * Calls sent before the decrease measure the earlier rate. After a time in which nothing was
   * accepted the measurement begins again; it may have been a few calls that were refused at
   * random, so the decline continues.
   */
  @Override
  public AdaptiveRate after(Call call) {
    if (tally.acceptedNothingAt(call.endNanos()) && call.accepted() > 0) {
      return from(call, base, decline, decreases);
    }
    ThroughputSample counted = tally.and(call);
    double more = call.startNanos() - tally.sinceNanos() < 0 ? refused : refusedWith(call);
    return counted.endsWith(call) && more >= enough(counted.callUnits())
        ? decreased(counted, call)
        : new ExponentialGrowth(counted, base, callUnits, more, decline, decreases);
  }

  /**
   * Returns the refused part that decreases the rate. If calls are few, the units of one are a
   * large part of what the service has saved: a single one may be refused below the capacity. The
   * calls of two runs are then equally frequent, and those of the larger run have more units.
   */
  private double enough(double units) {
    return units < FEW_CALLS_SECONDS * base
        ? REFUSED
        : Math.max(REFUSED, Math.min(MOST_REFUSED, REFUSED_UNITS / units));
  }

  private double refusedWith(Call call) {
    double part = call.throttled() ? call.refusedPart() : -TOLERATED;
    return Math.max(0, refused + part);
  }

  private AdaptiveRate decreased(ThroughputSample counted, Call call) {
    double accepted = accepted(counted, call);
    Decline declined = decline.and(counted, accepted);
    if (accepted < MOST_DECLINE * declined.highest() && declined.isLong()) {
      return RefusalComparison.from(call, accepted, accepted, declined);
    }
    double next = rateAfter(counted, call, accepted);
    boolean isSame = accepted >= SAME * declined.highest();
    Decline rest = isSame ? declined.ended(levels(call.endNanos()) > HELD) : declined;
    return from(call, next, rest, Math.min(NEW_DECREASES, decreases + 1));
  }

  /** Returns the units per second that were accepted since the last throttling. */
  private double accepted(ThroughputSample counted, Call end) {
    double high = counted.highAt(end.endNanos());
    return levels(end.endNanos()) > steep()
        ? Math.min(rateAt(end.startNanos()), MOST_OF_MEAN * high)
        : high;
  }

  /** Returns the lower rate, at most the accepted one, which has an error of one call. */
  private double rateAfter(ThroughputSample counted, Call end, double accepted) {
    double error = counted.isClear() ? 0 : counted.callUnits() / counted.seconds(end.endNanos());
    double before = levels(end.endNanos()) > steep() ? accepted : rateAt(end.startNanos());
    double next = Math.min(accepted + error, before * Math.exp(-DECREASE * usualGrowth()));
    return Math.max(MOST_DECREASE * before, next);
  }

  /**
   * The refusals since the accepted rate was the highest.
   *
   * @param decreases the decreases since then
   * @param calls the calls sent, in calls of the usual size
   * @param refused the refused units, in calls of the usual size
   * @param throttled the calls of which the service refused any unit
   * @param highest the highest accepted rate, in units per second, after the first decrease; the
   *     one before it may be saved capacity
   */
  record Decline(int decreases, double calls, double refused, long throttled, double highest) {

    /** A lower capacity is found after two to four decreases. */
    private static final int ENOUGH = 4;

    private static final double LEAST_THROTTLED = 0.5;

    /** More throttled calls than these say hardly more about their share. */
    private static final double MOST_KNOWN = 100;

    static final Decline NONE = new Decline(0, 0, 0, 0, 0);

    /** Returns refusals at any rate as those of one decrease. */
    static Decline of(RefusedShare share, double highest) {
      long throttled = Math.round(share.throttled());
      return new Decline(1, share.calls(), share.refused(), throttled, highest);
    }

    Decline and(ThroughputSample sample, double accepted) {
      return new Decline(
          decreases + 1,
          calls + sample.calls(),
          refused + sample.refusedCalls(),
          throttled + sample.throttled(),
          Math.max(highest, accepted));
    }

    /**
     * Returns the state without a decline.
     *
     * @param held whether the rate was accepted for so long that an earlier one is of no interest
     */
    Decline ended(boolean held) {
      return held ? NONE : new Decline(0, 0, 0, 0, highest);
    }

    /** Returns whether the refused calls were sent without a limit. */
    boolean isOfUnlimited() {
      return highest == Double.POSITIVE_INFINITY;
    }

    boolean isLong() {
      return decreases >= ENOUGH && throttled > 0;
    }

    /**
     * Returns the number of throttled calls without the last one, because the sample ends with it
     * (inverse sampling, Haldane 1945).
     */
    private double othersThrottled() {
      return Math.max(LEAST_THROTTLED, throttled - 1.0);
    }

    /**
     * Returns the chance that as few of the calls of a sample are throttled if their share is the
     * same. The share is known from the counted calls alone, so it is the chance of a negative
     * binomial distribution; one from the estimated share would be far too low if that is high by
     * chance.
     */
    double chanceOfSoFew(ThroughputSample sample) {
      return chanceOfAtMost(sample.throttled(), othersThrottled(), sample.calls());
    }

    /**
     * Returns the chance that as much of the calls of a sample is refused. A call that is refused
     * in part counts as that part of one: a service whose capacity has decreased refuses most of
     * each call, and not only more calls.
     */
    double chanceOfSoMuch(ThroughputSample sample) {
      long most = (long) sample.refusedCalls() - 1;
      return 1 - chanceOfAtMost(most, Math.max(LEAST_THROTTLED, refused), sample.calls());
    }

    private double chanceOfAtMost(long most, double known, double count) {
      double scale = Math.min(1, MOST_KNOWN / known);
      double part = count / (scale * calls + count);
      double chance = Math.pow(1 - part, scale * known);
      double sum = 0;
      for (int i = 0; i <= most; i++) {
        sum += chance;
        chance *= part * (scale * known + i) / (i + 1);
      }
      return sum;
    }

    /** Returns the share of throttled calls. */
    double throttledShare() {
      return othersThrottled() / calls;
    }

    /** Returns the share of refused units. */
    double refusedShare() {
      return refused / calls * Math.min(1, othersThrottled() / Math.max(1, throttled));
    }

    /** Returns the share if a lower rate has had the same refusals. */
    RefusedShare confirmedBy(ThroughputSample lower) {
      return new RefusedShare(calls, refused, throttled).confirmedBy(lower);
    }
  }
}
