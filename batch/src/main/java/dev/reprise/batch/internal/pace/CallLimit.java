package dev.reprise.batch.internal.pace;

/**
 * The maximum number of parallel calls, adapted to their durations: a value, and a function from it
 * and a call to the next value. It starts with a few calls and doubles each round (slow start),
 * until calls are throttled, take far longer, or the configured limit is reached. From then on it
 * changes after each block of calls: it adds some calls (additive increase), or reduces the number
 * in proportion to the duration if the calls took far longer than without a queue. If half as many
 * calls take just as long, the queue has a different cause, and that duration becomes the usual
 * one.
 *
 * <p>Durations are averaged by their logarithms, so that a single slow call has little influence.
 *
 * @param most the limit that is set
 * @param allowed the limit now, between 1 and {@code most}
 * @param starting whether it still doubles
 * @param block the calls to be judged together
 * @param usual logarithm of the length without a queue, NaN before the first block
 * @param slow logarithm of the duration that started the current decrease, NaN if there is none
 * @param slowLimit the limit then
 * @param adaptive whether the limit changes at all
 */
record CallLimit(
    int most,
    double allowed,
    boolean starting,
    Block block,
    double usual,
    double slow,
    double slowLimit,
    boolean adaptive) {

  private static final int FIRST = 4;
  private static final double TOLERANCE = Math.log(1.7);
  private static final double START_TOLERANCE = Math.log(4);

  /**
   * Below this, a call's duration depends on the client and the scheduler rather than on the
   * service.
   */
  private static final double QUICK = Math.log(20e6);

  private static final double MOST_CUT = 0.5;

  /** Half as many calls would halve the duration if this run had caused the queue. */
  private static final double STILL_SLOW = Math.log(0.75);

  private static final double DOWN = 0.5;
  private static final double UP = 0.05;
  private static final double OTHER_SIZE = 1.5;

  static CallLimit of(boolean adaptive, int most) {
    double first = adaptive ? Math.min(FIRST, most) : most;
    return new CallLimit(most, first, true, Block.NONE, Double.NaN, Double.NaN, 1, adaptive);
  }

  int limit() {
    return (int) Math.max(1, Math.min(most, Math.rint(allowed)));
  }

  /**
   * Returns the limit after a call.
   *
   * @param rateIsLimited whether the rate limits the calls, so that this limit need not
   */
  CallLimit after(RateControl.Call call, boolean rateIsLimited) {
    if (!adaptive) {
      return this;
    }
    if (call.throttled()) {
      return starting && rateIsLimited
          ? new CallLimit(most, most, false, block, usual, slow, slowLimit, true)
          : this;
    }
    Block counted = block.and(call);
    if (counted.count() < blockSize()) {
      return with(allowed, starting, counted, usual, slow, slowLimit);
    }
    return judge(counted, new Block(call.endNanos(), 0, 0, 0, counted.size()));
  }

  private int blockSize() {
    return (int) (starting ? allowed : Math.max(20, Math.min(100, 8 * allowed)));
  }

  private CallLimit with(
      double limit, boolean start, Block next, double base, double before, double factor) {
    return new CallLimit(most, limit, start, next, base, before, factor, true);
  }

  private CallLimit judge(Block counted, Block next) {
    double mean = counted.mean();
    if (Double.isNaN(usual) || counted.isOfOtherSize(OTHER_SIZE)) {
      return with(grown(), starting && allowed < most, next.sized(counted), mean, Double.NaN, 1);
    }
    double ratio = mean - Math.max(usual, QUICK);
    if (ratio <= (starting ? START_TOLERANCE : TOLERANCE)) {
      double share = mean < usual ? DOWN : allowed >= most ? UP : 0;
      double base = usual + share * (mean - usual);
      return with(grown(), starting && allowed < most, next, base, Double.NaN, 1);
    }
    if (allowed <= slowLimit / 2 && mean > slow + STILL_SLOW) {
      return with(allowed, false, next, mean, Double.NaN, 1);
    }
    double fewer = Math.max(1, allowed * Math.max(MOST_CUT, Math.exp(TOLERANCE - ratio)));
    return !(mean <= slow)
        ? with(fewer, false, next, usual, mean, allowed)
        : with(fewer, false, next, usual, slow, slowLimit);
  }

  private double grown() {
    return Math.min(most, starting ? 2 * allowed : allowed + Math.sqrt(allowed));
  }

  /**
   * The calls that were sent and answered since a given time.
   *
   * @param sinceNanos the time
   * @param count the number of calls
   * @param logarithms the sum of the logarithms of their durations in nanoseconds
   * @param units the sum of their units
   * @param size the units of a call when the usual duration was measured, 0 before
   */
  record Block(long sinceNanos, int count, double logarithms, double units, double size) {

    static final Block NONE = new Block(Long.MIN_VALUE, 0, 0, 0, 0);

    Block and(RateControl.Call call) {
      if (sinceNanos != Long.MIN_VALUE && call.startNanos() - sinceNanos < 0) {
        return this;
      }
      return new Block(
          sinceNanos,
          count + 1,
          logarithms + Math.log((double) Math.max(1, call.durationNanos())),
          units + (double) call.sent(),
          size);
    }

    double mean() {
      return logarithms / count;
    }

    boolean isOfOtherSize(double factor) {
      double now = units / count;
      return now > factor * size || now * factor < size;
    }

    /** Starts the next block with the size of the given one. */
    Block sized(Block counted) {
      return new Block(sinceNanos, count, logarithms, units, counted.units / counted.count);
    }
  }
}
