package dev.reprise.simulator.model;

import dev.reprise.simulator.load.Rate;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.List;

/** The parameters of a rate of calls that changes for a period. */
final class RateSteps {

  static final Parameter<Duration> AT =
      Parameter.duration("step-at", "60s", "1ns", "1d", "time at which the rate changes");
  static final Parameter<Double> RATE =
      Parameter.number("step-rate", 700, 0, 1_000_000, "calls per second after the change");
  static final Parameter<Duration> LENGTH =
      Parameter.duration(
          "step-length",
          "0s",
          "0s",
          "1d",
          "duration of the change; 0s if the rate does not change");

  static final Parameter<Duration> RAMP =
      Parameter.duration(
          "step-ramp",
          "0s",
          "0s",
          "1d",
          "time in which the rate changes linearly, in both directions; at most step-length");

  static final List<Parameter<?>> PARAMETERS = List.of(AT, RATE, LENGTH, RAMP);

  private RateSteps() {}

  static Rate of(Settings settings, double rate) {
    Rate constant = Rate.of(rate);
    long end = endNanos(settings);
    long at = settings.get(AT).toNanos();
    long ramp = settings.get(RAMP).toNanos();
    if (end == 0) {
      return constant;
    }
    return ramp == 0
        ? constant.then(at, settings.get(RATE)).then(end, rate)
        : constant
            .ramp(at, at + ramp, settings.get(RATE))
            .ramp(Math.max(at + ramp + 1, end - ramp), end, rate);
  }

  /**
   * Checks that the ramps fit into the change.
   *
   * @throws IllegalArgumentException if they do not
   */
  static void check(Settings settings) {
    Duration length = settings.get(LENGTH);
    if (!length.isZero() && settings.get(RAMP).compareTo(length) > 0) {
      throw new IllegalArgumentException(
          "step-ramp must be at most step-length, but was "
              + TimeText.format(settings.get(RAMP))
              + " with a step-length of "
              + TimeText.format(length));
    }
  }

  /** Returns the calls that arrive in a number of seconds, rather too many than too few. */
  static double calls(Settings settings, double rate, double seconds) {
    double from = settings.get(AT).toNanos() / (double) RunSetup.SECOND;
    double to = Math.min(seconds, endNanos(settings) / (double) RunSetup.SECOND);
    double more = Math.max(0, settings.get(RATE) - rate);
    return rate * seconds + more * Math.max(0, to - from);
  }

  /** Returns the time at which the original rate returns; 0 if the rate does not change. */
  static long endNanos(Settings settings) {
    long length = settings.get(LENGTH).toNanos();
    return length == 0 ? 0 : settings.get(AT).toNanos() + length + settings.get(RAMP).toNanos();
  }
}
