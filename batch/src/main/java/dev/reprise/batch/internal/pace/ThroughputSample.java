package dev.reprise.batch.internal.pace;

import dev.reprise.batch.internal.pace.RateControl.Call;

/**
 * The units that were accepted since a time at which the service had no capacity left. At the next
 * such time this is the throughput in between, independent of burst capacity.
 *
 * @param sinceNanos the time at which throttling was observed
 * @param idleNanos the time since then without items to send
 * @param accepted units accepted since then
 * @param sent units of calls that were sent since then and have ended
 * @param taken units of these calls that were not refused for reasons of load
 * @param callUnits units of a call, as a moving average
 * @param shortestNanos the minimum time to count
 * @param lengthNanos duration of a call, as a moving average
 * @param throttled calls sent since then of which the service refused any unit
 */
record ThroughputSample(
    long sinceNanos,
    long idleNanos,
    long accepted,
    long sent,
    long taken,
    double callUnits,
    long shortestNanos,
    double lengthNanos,
    long throttled) {

  /** The least part of the time with items with which the units of all the time are a rate. */
  private static final double MOSTLY_BUSY = 0.5;

  /** Shortest time after which a rate of tens of calls a second can be measured. */
  private static final long SHORTEST_NANOS = 100_000_000;

  /** Calls sent after the start of throttling must have ended. */
  private static final int SHORTEST_LENGTHS = 3;

  /** The minimum number of calls for a rate. */
  private static final int FEWEST_CALLS = 16;

  /** The minimum number of calls if most units are refused: a rough rate is better than none. */
  private static final int FEW_CALLS = 4;

  private static final double CLEAR_SHARE = 0.25;

  /** A sample of this length counts even with few calls. */
  private static final long LONGEST_NANOS = 2_000_000_000;

  /** A sample of this many such lengths is old even with few calls. */
  private static final long OLDEST_LENGTHS = 4;

  /** The minimum time for which a rate is computed. */
  private static final long BLIND_NANOS = 25_000_000;

  /** After this many calls without an accepted unit the service counts as refusing everything. */
  private static final long REFUSED_CALLS = 3;

  private static final double SMOOTHING = 0.2;

  /** Calls per second while the service refuses everything, at the beginning. */
  private static final double MOST_ASKING = 10;

  private static final double LEAST_ASKING = 1;

  static ThroughputSample from(Call call) {
    long shortest = Math.max(SHORTEST_NANOS, SHORTEST_LENGTHS * call.durationNanos());
    return new ThroughputSample(
        call.endNanos(), 0, 0, 0, 0, Math.max(1, call.sent()), shortest, call.durationNanos(), 0);
  }

  /** Calls that start before the given time after the end of a call do not count. */
  static ThroughputSample after(Call call, long nanos) {
    ThroughputSample now = from(call);
    return new ThroughputSample(
        now.sinceNanos + nanos, 0, 0, 0, 0, now.callUnits, now.shortestNanos, now.lengthNanos, 0);
  }

  ThroughputSample and(Call call) {
    boolean fresh = call.startNanos() - sinceNanos >= 0;
    return new ThroughputSample(
        sinceNanos,
        idleNanos,
        accepted + call.accepted(),
        fresh ? sent + call.sent() : sent,
        fresh ? taken + (call.throttled() ? call.accepted() : call.sent()) : taken,
        fresh ? callUnitsWith(call) : callUnits,
        shortestNanos,
        fresh ? lengthNanos + SMOOTHING * (call.durationNanos() - lengthNanos) : lengthNanos,
        fresh && call.throttled() ? throttled + 1 : throttled);
  }

  /** Adds a later sample, which begins when this one ends. */
  ThroughputSample and(ThroughputSample later) {
    return new ThroughputSample(
        sinceNanos,
        idleNanos + later.idleNanos,
        accepted + later.accepted,
        sent + later.sent,
        taken + later.taken,
        later.callUnits,
        shortestNanos,
        later.lengthNanos,
        throttled + later.throttled);
  }

  /**
   * Returns the average units of a call. While nothing is accepted, the largest call counts, so
   * that a rate of one call per second does not split calls.
   */
  private double callUnitsWith(Call call) {
    double next = callUnits + SMOOTHING * (Math.max(1, call.sent()) - callUnits);
    return accepted == 0 ? Math.max(next, (double) call.sent()) : next;
  }

  /** Idle time before the sample began does not count. */
  ThroughputSample andIdle(long fromNanos, long toNanos) {
    long counted = Math.min(toNanos - fromNanos, toNanos - sinceNanos);
    long idle = idleNanos + Math.max(0, counted);
    return new ThroughputSample(
        sinceNanos, idle, accepted, sent, taken, callUnits, shortestNanos, lengthNanos, throttled);
  }

  double seconds(long nowNanos) {
    return Math.max(BLIND_NANOS, nowNanos - sinceNanos) / RateControl.SECOND;
  }

  /** Seconds in which there were items to send. */
  double busySeconds(long nowNanos) {
    return Math.max(0, nowNanos - sinceNanos - idleNanos) / RateControl.SECOND;
  }

  /** Returns the lowest rate that the service has accepted, in units per second. */
  double lowAt(long nowNanos) {
    return accepted / seconds(nowNanos);
  }

  /**
   * Returns the highest rate that the service could have accepted if there had been items all the
   * time.
   */
  double highAt(long nowNanos) {
    return Math.max(LEAST, accepted / Math.max(busySeconds(nowNanos), BLIND_NANOS / 1e9));
  }

  /**
   * Returns a rate that the service accepts also without the pauses of the calls. While all calls
   * wait for a backoff, a service with a capacity saves it up, so the accepted units over the
   * remaining time may be far more.
   */
  double sustainedAt(long nowNanos) {
    return Math.max(lowAt(nowNanos), MOSTLY_BUSY * highAt(nowNanos));
  }

  /**
   * Returns whether the units of all the time are a rate: some were accepted, and there mostly were
   * items to send.
   */
  boolean isMostlyBusyAt(long nowNanos) {
    return lowAt(nowNanos) >= MOSTLY_BUSY * highAt(nowNanos);
  }

  /** Returns the sample as if there had always been items to send. */
  ThroughputSample withoutIdle() {
    return new ThroughputSample(
        sinceNanos, 0, accepted, sent, taken, callUnits, shortestNanos, lengthNanos, throttled);
  }

  /** The rate for a service that has accepted nothing, in units per second. */
  private static final double LEAST = 0.1;

  private long longestNanos() {
    return Math.max(LONGEST_NANOS, shortestNanos);
  }

  /** Returns the number of calls sent since then, in calls of the usual size. */
  double calls() {
    return sent / callUnits;
  }

  /** Returns the refused units of these calls, in calls of the usual size. */
  double refusedCalls() {
    return (sent - taken) / callUnits;
  }

  double refusedShare() {
    return sent == 0 ? 0 : 1 - (double) taken / sent;
  }

  /** Returns whether there are enough calls for a rate and a share of refusals. */
  boolean isExact() {
    return calls() >= FEWEST_CALLS;
  }

  /** Returns whether the refused share shows that the rate is far too high. */
  boolean isClear() {
    return refusedShare() > CLEAR_SHARE;
  }

  /** Returns whether the service has refused every call for some time. */
  boolean acceptedNothingAt(long nowNanos) {
    return accepted == 0 && sent >= REFUSED_CALLS * callUnits && isLongAt(nowNanos);
  }

  /** Returns the rate, limited while the service refuses everything. */
  double limitedAt(long nowNanos, double rate) {
    return acceptedNothingAt(nowNanos) ? Math.min(rate, askingAt(nowNanos)) : rate;
  }

  boolean isLongAt(long nowNanos) {
    return nowNanos - sinceNanos >= shortestNanos;
  }

  /** Returns a rate that is high enough to notice when the service accepts items again. */
  double askingAt(long nowNanos) {
    return callUnits * Math.max(LEAST_ASKING, Math.min(MOST_ASKING, 2 / seconds(nowNanos)));
  }

  /**
   * Returns whether a call shows that the service has no capacity left again, and the sample is
   * large enough.
   */
  boolean endsWith(Call call) {
    long elapsed = call.endNanos() - sinceNanos;
    long fewest = elapsed >= longestNanos() ? 1 : isClear() ? FEW_CALLS : FEWEST_CALLS;
    boolean enough = accepted >= fewest * callUnits;
    return call.throttled()
        && call.startNanos() - sinceNanos >= 0
        && isLongAt(call.endNanos())
        && enough;
  }

  /** Returns whether the sample is so old that it measures the source rather than the service. */
  boolean isOldAt(Call call) {
    long elapsed = call.endNanos() - sinceNanos;
    boolean enough = isExact() || elapsed >= OLDEST_LENGTHS * longestNanos();
    return accepted >= callUnits && elapsed >= longestNanos() && enough;
  }
}
