package dev.reprise.simulator.model;

import dev.reprise.simulator.engine.World;

/**
 * The time until a system has recovered from a fault: the first second from which on at least 95 %
 * of the arriving calls succeed, both over the next five seconds and over the next thirty.
 */
final class Recovery {

  private static final long SECOND = 1_000_000_000L;
  private static final double ENOUGH = 0.95;
  private static final int SHORT = 5;
  private static final int LONG = 30;

  private Recovery() {}

  /**
   * Runs the world until the system has recovered.
   *
   * @param faultEnd the second at which the fault ends
   * @param limit the number of seconds after the fault within which it must recover
   * @param toTheEnd whether to run on to the limit after a recovery
   * @return seconds from the end of the fault; infinite if it does not recover
   */
  static double watch(
      World world, TrafficCounter tally, double rate, int faultEnd, int limit, boolean toTheEnd) {
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

  private static boolean isEnough(TrafficCounter tally, int from, double rate) {
    return tally.goodput(from, from + SHORT) >= ENOUGH * rate * SHORT
        && tally.goodput(from, from + LONG) >= ENOUGH * rate * LONG;
  }
}
