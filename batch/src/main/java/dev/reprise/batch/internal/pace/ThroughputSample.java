package dev.reprise.batch.internal.pace;

import dev.reprise.batch.internal.pace.RateControl.Call;

/**
 * Units accepted since a moment at which the service had no capacity left. At the next such moment
 * this is the throughput in between, whatever capacity the service saves for bursts.
 *
 * @param sinceNanos that moment: when throttling was seen
 * @param idleNanos time since in which there was nothing to send
 * @param accepted units accepted since
 * @param sent units of calls sent since, that were answered
 * @param taken units of these that were accepted
 * @param callUnits units of a call, the last ones counting most
 * @param shortestNanos how long to count at least
 */
record ThroughputSample(
    long sinceNanos,
    long idleNanos,
    long accepted,
    long sent,
    long taken,
    double callUnits,
    long shortestNanos) {

  /** Shortest time after which a rate of tens of calls a second can be measured. */
  private static final long SHORTEST_NANOS = 100_000_000;

  /** What was sent after throttling began must be among the answers counted. */
  private static final int SHORTEST_LENGTHS = 3;

  /** Fewest calls whose units give a rate. */
  private static final int FEWEST_CALLS = 16;

  /** Fewer, where so much is refused that a rough figure is better than none. */
  private static final int FEW_CALLS = 4;

  private static final double CLEAR_SHARE = 0.25;

  /** A sample of this length counts even with few calls. */
  private static final long LONGEST_NANOS = 2_000_000_000;

  /** No rate is computed for a shorter time. */
  private static final long BLIND_NANOS = 25_000_000;

  /** After this many calls without an accepted unit the service counts as refusing everything. */
  private static final long REFUSED_CALLS = 3;

  private static final double SMOOTHING = 0.2;

  /** Calls a second while the service refuses everything: many at first. */
  private static final double MOST_ASKING = 10;

  private static final double LEAST_ASKING = 1;

  static ThroughputSample from(Call call) {
    long shortest = Math.max(SHORTEST_NANOS, SHORTEST_LENGTHS * call.durationNanos());
    return new ThroughputSample(
        call.endNanos(), 0, 0, 0, 0, Math.max(1, call.sent()), Math.min(shortest, LONGEST_NANOS));
  }

  ThroughputSample and(Call call) {
    boolean fresh = call.startNanos() - sinceNanos >= 0;
    return new ThroughputSample(
        sinceNanos,
        idleNanos,
        accepted + call.accepted(),
        fresh ? sent + call.sent() : sent,
        fresh ? taken + call.accepted() : taken,
        fresh ? callUnitsWith(call) : callUnits,
        shortestNanos);
  }

  /** While nothing is accepted the largest call counts, so that one call a second is not split. */
  private double callUnitsWith(Call call) {
    double next = callUnits + SMOOTHING * (Math.max(1, call.sent()) - callUnits);
    return accepted == 0 ? Math.max(next, (double) call.sent()) : next;
  }

  /** Idle time before the sample began does not count. */
  ThroughputSample andIdle(long fromNanos, long toNanos) {
    long counted = Math.min(toNanos - fromNanos, toNanos - sinceNanos);
    long idle = idleNanos + Math.max(0, counted);
    return new ThroughputSample(sinceNanos, idle, accepted, sent, taken, callUnits, shortestNanos);
  }

  double seconds(long nowNanos) {
    return Math.max(BLIND_NANOS, nowNanos - sinceNanos) / RateControl.SECOND;
  }

  /** Seconds in which there were items to send. */
  double busySeconds(long nowNanos) {
    return Math.max(0, nowNanos - sinceNanos - idleNanos) / RateControl.SECOND;
  }

  /** The least rate that the service has accepted, in units a second. */
  double lowAt(long nowNanos) {
    return accepted / seconds(nowNanos);
  }

  /** The highest rate that the service can accept, if there had been items all the time. */
  double highAt(long nowNanos) {
    return Math.max(LEAST, accepted / Math.max(busySeconds(nowNanos), BLIND_NANOS / 1e9));
  }

  /** Rate for a service that has accepted nothing, in units a second. */
  private static final double LEAST = 0.1;

  double refusedShare() {
    return sent == 0 ? 0 : 1 - (double) taken / sent;
  }

  /** Whether the service has refused everything for a while. */
  boolean acceptedNothingAt(long nowNanos) {
    return accepted == 0
        && sent >= REFUSED_CALLS * callUnits
        && nowNanos - sinceNanos >= shortestNanos;
  }

  /** A rate that is high enough to notice when the service accepts items again. */
  double askingAt(long nowNanos) {
    return callUnits * Math.max(LEAST_ASKING, Math.min(MOST_ASKING, 2 / seconds(nowNanos)));
  }

  /**
   * Whether a call shows that the service has no capacity left again, and the sample is large
   * enough.
   */
  boolean endsWith(Call call) {
    long elapsed = call.endNanos() - sinceNanos;
    boolean clear = refusedShare() > CLEAR_SHARE;
    long fewest = elapsed >= LONGEST_NANOS ? 1 : clear ? FEW_CALLS : FEWEST_CALLS;
    boolean enough = accepted >= fewest * callUnits;
    return call.throttled()
        && call.startNanos() - sinceNanos >= 0
        && elapsed >= shortestNanos
        && enough;
  }

  /** Whether the sample is so old that it measures the source rather than the service. */
  boolean isOldAt(Call call) {
    return accepted >= callUnits && call.endNanos() - sinceNanos >= LONGEST_NANOS;
  }
}
