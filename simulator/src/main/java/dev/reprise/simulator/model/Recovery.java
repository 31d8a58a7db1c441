package dev.reprise.simulator.model;

import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.stats.NumberText;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Runs a world second by second until the recovery of the system is known and every call of the
 * measured period has ended.
 *
 * <p>A system has recovered from a fault at the first second from which on at least 95 % of the
 * calls that come succeed, both of those of the next five seconds and of those of the next thirty.
 * If none comes in these thirty, the next one that comes must succeed. Where a share of the
 * attempts fails at random, 95 % of the remaining share is enough.
 */
final class Recovery {

  static final int LONG = 30;
  private static final int SHORT = 5;

  private final World world;
  private final TrafficCounter tally;
  private final Horizon horizon;
  private final IntSupplier queue;
  private double[] queued = {};
  private int second;

  /**
   * Prepares the observation of a run.
   *
   * @param tally counts the calls of the measured period
   * @param queue returns the current number of queued attempts
   */
  Recovery(World world, TrafficCounter tally, Horizon horizon, IntSupplier queue) {
    this.world = world;
    this.tally = tally;
    this.horizon = horizon;
    this.queue = queue;
  }

  /** Returns the metric of this value, with a text for a run without recovery. */
  static Metric metric(Horizon horizon) {
    return new Metric(
        "recovery_s",
        "s",
        "time from the end of the fault until "
            + NumberText.of(100 * horizon.enough())
            + " % of the calls succeed",
        horizon.hasDisturbance() ? "not within " + horizon.watch() + " s" : "overloaded");
  }

  /**
   * Runs the world.
   *
   * @param toTheEnd whether to run on to the end of the horizon, and to record the queue
   * @return seconds from the end of the fault; infinite if the system does not recover. Without a
   *     fault 0, or infinite if fewer calls succeed
   */
  double watch(boolean toTheEnd) {
    double recovery = Double.POSITIVE_INFINITY;
    boolean known = !horizon.hasDisturbance();
    int from = horizon.faultEnd();
    int end = horizon.end();
    queued = new double[toTheEnd ? end : 0];
    while (second < end && (toTheEnd || !known || !isMeasured())) {
      world.runUntil(++second * RunSetup.SECOND);
      if (toTheEnd) {
        queued[second - 1] = queue.getAsInt();
      }
      for (; !known && isDecided(from); from++) {
        known = from - horizon.faultEnd() >= horizon.watch();
        if (isEnough(from)) {
          recovery = (double) from - horizon.faultEnd();
          known = true;
        }
      }
    }
    if (horizon.hasDisturbance()) {
      return recovery;
    }
    return tally.calls() == 0 || tally.successShare() >= horizon.enough() ? 0 : recovery;
  }

  private boolean isMeasured() {
    return second >= horizon.measured() && tally.isSettled();
  }

  /** Returns whether the calls that came from a second on have an answer, at least one. */
  private boolean isDecided(int from) {
    int to = second - horizon.patience();
    return to >= from + LONG && tally.arrived(from, to) > 0;
  }

  private boolean isEnough(int from) {
    int to = from + LONG;
    while (tally.arrived(from, to) == 0) {
      to++;
    }
    return isEnough(from, from + SHORT) && isEnough(from, to);
  }

  private boolean isEnough(int from, int to) {
    return tally.answered(from, to) >= horizon.enough() * tally.arrived(from, to);
  }

  /** Returns the number of seconds that were simulated. */
  int seconds() {
    return second;
  }

  /** Returns the number of queued attempts at the end of each second, if it was recorded. */
  List<Series> series(boolean recorded) {
    double[] values = Arrays.copyOf(queued, Math.min(queued.length, second));
    return recorded
        ? List.of(new Series(Series.QUEUE, "attempts", RunSetup.SECOND, values))
        : List.of();
  }
}
