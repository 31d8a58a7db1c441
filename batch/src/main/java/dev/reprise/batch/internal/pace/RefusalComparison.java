package dev.reprise.batch.internal.pace;

/**
 * The question whether refusals depend on the rate, at the first refusals and after a decline of
 * the capacity: the rate is a tenth below the accepted one, where a service with a capacity refuses
 * nothing. If it refuses about as much as before, the decline was useless, and the rate is the
 * highest one again.
 *
 * @param tally the units accepted and refused at the lower rate
 * @param rate the lower rate
 * @param capacity the capacity if they do depend on it
 * @param decline the refusals during the decline
 * @param number the number of comparisons in a row that found them independent, before this one
 */
record RefusalComparison(
    ThroughputSample tally,
    double rate,
    double capacity,
    ExponentialGrowth.Decline decline,
    int number)
    implements AdaptiveRate {

  private static final double DECREASE = 0.9;

  /** Throttled calls to expect if the refusals do not depend on the rate; 2 of 6 are certain. */
  private static final double EXPECTED = 6;

  /** With this many throttled calls, fewer expected ones are enough: a capacity refuses none. */
  private static final long MANY = 4;

  private static final double FEW_EXPECTED = 2;

  /**
   * If it is less likely than this that so few are throttled by chance, the refusals depend on the
   * rate.
   */
  private static final double UNLIKELY = 0.01;

  /** The same after some seconds, because a service with a capacity saves it up meanwhile. */
  private static final double UNLIKELY_LATE = 0.02;

  private static final double LATE = 4;

  /**
   * Refusals may come in bursts, such as from a neighbour that takes the capacity for some
   * milliseconds of each second. A shorter comparison may be between two of them, if few are
   * refused and this is not known from several decreases.
   */
  private static final double SHORTEST = 1.1;

  private static final double FEW_REFUSED = 0.1;

  /**
   * After these seconds without refusals, they depend on the rate or are too few to matter. Far
   * more of them than before that may still be chance are taken for it.
   */
  private static final double LONGEST = 12;

  /** At least this part of the expected refusals makes a decrease useless. */
  private static final double LEAST_PART = 0.25;

  /** Refusals beyond this multiple and this share show that the capacity has decreased. */
  private static final double MOST_PARTS = 3;

  private static final double MOST_SHARE = 0.15;

  /** More than that of few calls may be chance, unless it is less likely than this. */
  private static final double VERY_UNLIKELY = 0.003;

  private static final double FEWEST_CALLS = 8;

  /** The error of the share; a higher one would hide that a higher rate increases the share. */
  private static final double PRECISE = 0.03;

  /** The longest time for this precision. */
  private static final double LONGEST_SECONDS = 2;

  /**
   * Time until the service has saved the 20 ms of capacity that delayed calls may make up for, at a
   * tenth below the accepted rate. Calls that start earlier do not count.
   */
  private static final long SETTLING_NANOS = 200_000_000;

  /** The same in durations of a call, until all runs that compare have begun. */
  private static final long SETTLING_LENGTHS = 2;

  /**
   * Compares.
   *
   * @param accepted the accepted rate
   * @param capacity the capacity if the refusals depend on the rate
   */
  static RefusalComparison from(
      Call call, double accepted, double capacity, ExponentialGrowth.Decline decline) {
    return new RefusalComparison(
        ThroughputSample.after(call, SETTLING_NANOS), DECREASE * accepted, capacity, decline, 0);
  }

  /**
   * Compares again. Other runs do so at the same time, but may begin later by the duration of a
   * call, and what they had sent until then is refused for that long.
   */
  static RefusalComparison again(
      Call call, double accepted, double capacity, ExponentialGrowth.Decline decline, int number) {
    long settling = Math.max(SETTLING_NANOS, SETTLING_LENGTHS * call.durationNanos());
    return new RefusalComparison(
        ThroughputSample.after(call, settling), DECREASE * accepted, capacity, decline, number);
  }

  /** Compares with calls that were sent without a limit, which is then the highest rate. */
  static RefusalComparison fromUnlimited(Call call, ThroughputSample counted) {
    ExponentialGrowth.Decline decline =
        ExponentialGrowth.Decline.NONE.and(counted, Double.POSITIVE_INFINITY);
    double accepted = counted.lowAt(call.endNanos());
    return from(call, accepted, counted.highAt(call.endNanos()), decline);
  }

  @Override
  public double rateAt(long nowNanos) {
    return tally.limitedAt(nowNanos, rate);
  }

  @Override
  public AdaptiveRate afterIdle(long fromNanos, long toNanos) {
    return new RefusalComparison(
        tally.andIdle(fromNanos, toNanos), rate, capacity, decline, number);
  }

  @Override
  public AdaptiveRate after(Call call) {
    if (tally.acceptedNothingAt(call.endNanos()) && call.accepted() > 0) {
      ThroughputSample anew = ThroughputSample.after(call, SETTLING_NANOS);
      return new RefusalComparison(anew, rate, capacity, decline, number);
    }
    ThroughputSample counted = tally.and(call);
    if (!counted.isLongAt(call.endNanos()) || counted.accepted() == 0) {
      return new RefusalComparison(counted, rate, capacity, decline, number);
    }
    boolean isFarMore = counted.refusedShare() > MOST_PARTS * decline.refusedShare() + MOST_SHARE;
    if (isFarMore
        && counted.calls() >= FEWEST_CALLS
        && decline.chanceOfSoMuch(counted) < VERY_UNLIKELY) {
      return dependent(call, counted.highAt(call.endNanos()));
    }
    double expected = counted.calls() * decline.throttledShare();
    double seconds = counted.seconds(call.endNanos());
    if (dependsOnRate(counted, expected, seconds)) {
      return dependent(call, capacity);
    }
    boolean isOpen = isFarMore && seconds < LONGEST; // more calls will show what it is
    return !isOpen && isIndependent(counted, expected)
        ? independent(counted, call)
        : new RefusalComparison(counted, rate, capacity, decline, number);
  }

  private AdaptiveRate dependent(Call call, double measured) {
    return decline.isOfUnlimited()
        ? ExponentialGrowth.fromFirstComparison(call, measured)
        : ExponentialGrowth.from(call, measured);
  }

  private boolean dependsOnRate(ThroughputSample counted, double expected, double seconds) {
    double unlikely = seconds > LATE ? UNLIKELY_LATE : UNLIKELY;
    boolean isLong =
        seconds > SHORTEST || decline.decreases() > 1 || decline.refusedShare() > FEW_REFUSED;
    return (isLong && decline.chanceOfSoFew(counted) < unlikely)
        || (seconds > LATE && counted.throttled() == 0 && expected >= EXPECTED)
        || (seconds > LONGEST && isUseless(counted, expected));
  }

  /** Returns whether more calls would hardly show that the refusals are independent. */
  private boolean isUseless(ThroughputSample counted, double expected) {
    return counted.throttled() == 0
        ? counted.calls() >= ExponentialGrowth.LEVEL_CALLS
        : expected >= EXPECTED && isLess(counted, expected);
  }

  private boolean isIndependent(ThroughputSample counted, double expected) {
    double enough = counted.throttled() >= MANY ? FEW_EXPECTED : EXPECTED;
    return expected >= enough && !isLess(counted, expected);
  }

  private boolean isLess(ThroughputSample counted, double expected) {
    return counted.throttled() < LEAST_PART * expected
        || counted.refusedShare() < LEAST_PART * decline.refusedShare();
  }

  /** A share must be known well enough to notice a higher one. */
  private AdaptiveRate independent(ThroughputSample counted, Call call) {
    RefusedShare share = RefusedShare.of(counted);
    return share.error(counted.calls()) < PRECISE
            || counted.seconds(call.endNanos()) > LONGEST_SECONDS
        ? IndependentRefusals.from(call, counted, decline, number)
        : new RefusalComparison(counted, rate, capacity, decline, number);
  }
}
