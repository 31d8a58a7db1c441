package dev.reprise.batch;

/**
 * How many calls may be under way, by how long they take: a value, and a function from it and a
 * call to the next. When calls take longer than twice their long average, as those of a service
 * that queues what it cannot do, the limit shrinks in proportion; at most by half in a round, with
 * one call more each time to find out again.
 *
 * <p>After "Gradient2" of Netflix' concurrency-limits.
 *
 * @param most the limit that is set
 * @param allowed the limit now, between 1 and {@code most}
 * @param shortNanos average length of the last calls, some ten of them; 0 before the first
 * @param longNanos average length of the last calls, some hundreds of them
 * @param adaptive whether the limit changes at all
 */
record CallLimit(int most, double allowed, double shortNanos, double longNanos, boolean adaptive) {

  private static final double TOLERANCE = 2;
  private static final double SHORT_SHARE = 0.1;
  private static final double LONG_SHARE = 0.003;
  private static final double SMOOTHING = 0.1;

  /** Below this a call's length is that of its client and of the scheduler, not of the service. */
  private static final double QUICK_NANOS = 20e6;

  static CallLimit of(boolean adaptive, int most) {
    return new CallLimit(most, most, 0, 0, adaptive);
  }

  int limit() {
    return (int) Math.max(1, Math.min(most, Math.rint(allowed)));
  }

  CallLimit after(RateControl.Call call) {
    if (!adaptive || call.throttled()) {
      return this;
    }
    double length = call.lengthNanos();
    if (longNanos == 0) {
      return new CallLimit(most, allowed, length, length, true);
    }
    double shortly = shortNanos + SHORT_SHARE * (length - shortNanos);
    double longer = longNanos + LONG_SHARE * (length - longNanos);
    double gradient = TOLERANCE * Math.max(longer, QUICK_NANOS) / Math.max(shortly, 1);
    double target = allowed * Math.max(0.5, Math.min(1, gradient)) + 1;
    double next = allowed + SMOOTHING * (target - allowed);
    return new CallLimit(most, Math.max(1, Math.min(most, next)), shortly, longer, true);
  }
}
