package dev.reprise.batch.internal.pace;

/**
 * The largest call that the service has accepted completely since it last accepted a part of one. A
 * service that accepts or refuses whole calls counts calls rather than units, so smaller calls
 * would only reduce the throughput.
 *
 * @param largest the units of that call, 0 if unknown
 * @param refused the calls that were refused completely since then
 * @param inARow those of them since the last accepted one
 * @param lengthNanos duration of an accepted call, as a moving average
 */
record AcceptedSize(long largest, int refused, int inARow, double lengthNanos) {

  static final AcceptedSize NONE = new AcceptedSize(0, 0, 0, 0);

  /** With fewer refused calls it may be chance that none was accepted in part. */
  private static final int FEWEST_REFUSED = 3;

  /** After this many in a row the size may be the reason. */
  private static final int MOST_IN_A_ROW = 8;

  /** With fewer calls in progress on average, their number is not what the service limits. */
  private static final double FEWEST_IN_PROGRESS = 0.25;

  private static final double SMOOTHING = 0.2;

  AcceptedSize after(RateControl.Call call) {
    if (!call.throttled()) {
      double more = largest == 0 ? 1 : SMOOTHING;
      double length = lengthNanos + more * (call.durationNanos() - lengthNanos);
      return new AcceptedSize(Math.max(largest, call.sent()), refused, 0, length);
    }
    return call.accepted() > 0 || inARow >= MOST_IN_A_ROW
        ? NONE
        : new AcceptedSize(largest, refused + 1, inARow + 1, lengthNanos);
  }

  /** Returns the units that a call may have at a rate, even if they are worth a long time. */
  double unitsAt(double rate) {
    if (refused < FEWEST_REFUSED || lengthNanos == 0) {
      return 0;
    }
    double most = rate * lengthNanos / RateControl.SECOND / FEWEST_IN_PROGRESS;
    return Math.min((double) largest, most);
  }
}
