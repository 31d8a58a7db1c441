package dev.reprise.simulator.model;

import dev.reprise.simulator.load.Population;
import java.time.Duration;
import java.util.List;

/** The parameters of the times at which callers call. */
final class CallPattern {

  static final Parameter<Load> LOAD =
      Parameter.choice("load", Load.AT_ONCE, "times at which clients call");
  static final Parameter<Duration> OVER =
      Parameter.duration(
          "over",
          "1s",
          "1us",
          "1d",
          "period in which the clients start at random times if load=staggered");
  static final Parameter<Duration> THINK =
      Parameter.duration(
          "think", "0s", "0s", "1d", "mean time between two calls of a client if load=closed-loop");
  static final Parameter<Duration> LENGTH =
      Parameter.duration(
          "length",
          "60s",
          "1ms",
          "1d",
          "period in which clients repeat their calls if load=closed-loop");

  static final List<Parameter<?>> PARAMETERS = List.of(LOAD, OVER, THINK, LENGTH);

  static final List<Metric> FAIRNESS =
      List.of(
          new Metric(
              "top_tenth_share",
              "",
              "share of successes of the most successful tenth of the clients"),
          new Metric(
              "fairness",
              "",
              "Jain's index of fairness of the clients' successes; 1 if all have the same number"));

  /** The choices of the parameter {@code load}. */
  enum Load {
    AT_ONCE,
    STAGGERED,
    CLOSED_LOOP
  }

  private CallPattern() {}

  static Population.Pattern of(Settings settings, int count, int processes) {
    Load load = settings.get(LOAD);
    boolean staggered = load == Load.STAGGERED;
    boolean loop = load == Load.CLOSED_LOOP;
    return new Population.Pattern(
        count,
        Math.min(processes, count),
        staggered ? settings.get(OVER).toNanos() : 0,
        loop ? settings.get(LENGTH).toNanos() : 0,
        loop ? settings.get(THINK).toNanos() : 0);
  }
}
