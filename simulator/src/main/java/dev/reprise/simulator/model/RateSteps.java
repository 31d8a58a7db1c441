package dev.reprise.simulator.model;

import dev.reprise.simulator.load.Rate;
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
          "duration of the change; 0s if the rate does not change back");

  static final List<Parameter<?>> PARAMETERS = List.of(AT, RATE, LENGTH);

  private RateSteps() {}

  static Rate of(Settings settings, double rate) {
    Rate constant = Rate.of(rate);
    return endNanos(settings) == 0
        ? constant
        : constant
            .then(settings.get(AT).toNanos(), settings.get(RATE))
            .then(endNanos(settings), rate);
  }

  /** Returns the time at which the original rate returns; 0 if the rate does not change. */
  static long endNanos(Settings settings) {
    long length = settings.get(LENGTH).toNanos();
    return length == 0 ? 0 : settings.get(AT).toNanos() + length;
  }
}
