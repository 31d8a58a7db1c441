package dev.reprise.batch.internal.pace;

/**
 * The share of units that a service refuses at any rate, as counted.
 *
 * @param calls the calls sent, in calls of the usual size
 * @param refused the refused units, in calls of the usual size
 * @param throttled the calls of which the service refused any unit
 */
record RefusedShare(double calls, double refused, double throttled) {

  /** A higher rate must not reduce the accepted share by more than this part. */
  private static final double MARGIN = 0.03;

  private static final double DEVIATIONS = 2.5;
  private static final double MOST_ERROR = 0.15;
  private static final double MOST_VALUE = 0.95;
  private static final double FEW_REFUSALS = 2;

  /** Throttled calls to remember. */
  private static final double MEMORY = 100;

  static RefusedShare of(ThroughputSample sample) {
    return new RefusedShare(sample.calls(), sample.refusedCalls(), sample.throttled());
  }

  double value() {
    return calls == 0 ? 0 : Math.min(MOST_VALUE, refused / calls);
  }

  /** Returns the throttled calls to expect among the given number. */
  double throttledOf(double count) {
    return calls == 0 ? 0 : count * throttled / calls;
  }

  /**
   * Returns the difference to the share of some other calls that may be random: 2.5 standard
   * deviations. A call that is refused as a whole is one event, not one for each of its units.
   */
  double error(double count) {
    double part = Math.min(1, refused / Math.max(1, throttled));
    double variance = value() * (1 - value()) * part * (1 / count + 1 / Math.max(1, calls));
    return Math.min(MOST_ERROR, DEVIATIONS * Math.sqrt(variance));
  }

  /** Returns the most refused calls, of the given number, that do not indicate a capacity. */
  double mostOf(double count) {
    return count * (value() + MARGIN * (1 - value()) + error(count)) + FEW_REFUSALS;
  }

  /** Returns the share if calls at a lower rate had the same refusals, or theirs if fewer. */
  RefusedShare confirmedBy(ThroughputSample sample) {
    double count = sample.calls();
    return sample.refusedCalls() < count * (value() - error(count)) ? of(sample) : plus(sample);
  }

  /** Returns the share of all these calls. */
  RefusedShare plus(ThroughputSample sample) {
    return new RefusedShare(
        calls + sample.calls(), refused + sample.refusedCalls(), throttled + sample.throttled());
  }

  /**
   * Adds calls at a higher rate. The share may only decrease, since it would otherwise follow the
   * refusals of a service whose capacity is exceeded slowly.
   */
  RefusedShare and(ThroughputSample sample) {
    double count = sample.calls();
    if (sample.refusedCalls() < count * (value() - error(count))) {
      return of(sample);
    }
    if (sample.refusedCalls() > count * value()) {
      return this;
    }
    double scale = Math.min(1, MEMORY / Math.max(1, throttled));
    return new RefusedShare(
        scale * calls + count,
        scale * refused + sample.refusedCalls(),
        scale * throttled + sample.throttled());
  }
}
