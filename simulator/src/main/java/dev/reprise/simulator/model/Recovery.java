package dev.reprise.simulator.model;

import dev.reprise.simulator.engine.World;

/**
 * When a system has recovered from a fault: the first second from which on at least 95 % of the
 * calls that come are answered, over the next five seconds and over the next thirty.
 */
final class Recovery {

  private static final long SECOND = 1_000_000_000L;
  private static final double ENOUGH = 0.95;
  private static final int SHORT = 5;
  private static final int LONG = 30;

  private Recovery() {}

  /**
   * Runs the world until it has recovered.
   *
   * @param faultEnd the second at which the fault ends
   * @param limit how many seconds after that are given
   * @param toTheEnd whether to run on to the limit
   * @return seconds from the end of the fault; infinite for never
   */
  static double watch(
      World world, Tally tally, double rate, int faultEnd, int limit, boolean toTheEnd) {
    double recovery = Double.POSITIVE_INFINITY;
    int end = faultEnd + limit + LONG;
    for (int second = 1; second <= end; second++) {
      world.runUntil(second * SECOND);
      int from = second - LONG;
      if (from >= faultEnd && recovery == Double.POSITIVE_INFINITY && isEnough(tally, from, rate)) {
        recovery = from - faultEnd;
        if (!toTheEnd) {
          break;
        }
      }
    }
    return recovery;
  }

  private static boolean isEnough(Tally tally, int from, double rate) {
    return tally.goodput(from, from + SHORT) >= ENOUGH * rate * SHORT
        && tally.goodput(from, from + LONG) >= ENOUGH * rate * LONG;
  }
}
