package dev.reprise.simulator.model;

import java.time.Duration;

/**
 * The times at which the observation of a run ends. They depend on the settings alone, so that all
 * contenders of an experiment are observed and measured over the same time.
 *
 * @param hasDisturbance whether there is a fault or a change of the rate to recover from
 * @param faultEnd the second at which the fault ends, or the change of the rate if nothing fails;
 *     recovery counts from here
 * @param measured the second at which the measured period ends, which begins with the run
 * @param watch the number of seconds after {@code faultEnd} within which the system must recover
 * @param patience the number of seconds after which a call that came has surely an answer, if the
 *     system has recovered
 * @param enough the share of the calls that succeed if the system has recovered: 95 % of those that
 *     do not fail at random
 */
record Horizon(
    boolean hasDisturbance, int faultEnd, int measured, int watch, int patience, double enough) {

  private static final int LONGEST_PATIENCE = 60;
  private static final double ENOUGH = 0.95;

  static Horizon of(Settings settings) {
    long fault = ServerKind.fault(settings).endNanos();
    long step = RateSteps.endNanos(settings);
    int faultEnd = seconds(fault > 0 ? fault : step);
    int watch = (int) (nanos(settings.get(ServerKind.WATCH)) / RunSetup.SECOND);
    int window = Math.min(watch, seconds(nanos(settings.get(ServerKind.WINDOW))));
    int timeout = seconds(nanos(settings.get(ServerKind.TIMEOUT)));
    return new Horizon(
        fault > 0 || step > 0,
        faultEnd,
        Math.max(faultEnd, seconds(step)) + window,
        watch,
        Math.min(LONGEST_PATIENCE, timeout),
        ENOUGH * (1 - settings.get(ServiceParameters.FAILING)));
  }

  private static long nanos(Duration duration) {
    return duration.toNanos();
  }

  private static int seconds(long nanos) {
    return (int) ((nanos + RunSetup.SECOND - 1) / RunSetup.SECOND);
  }

  /** Returns the end of the measured period, in nanoseconds since the run began. */
  long measuredNanos() {
    return measured * RunSetup.SECOND;
  }

  /** Returns the second at which a run ends even if calls of the measured period still run. */
  int end() {
    return Math.max(faultEnd + watch, measured) + Recovery.LONG + patience;
  }
}
