package dev.reprise.simulator.model;

import java.util.OptionalDouble;

/** The capacity of the server of a scenario. */
public final class ServerCapacity {

  private static final double NANOS_A_SECOND = 1e9;

  private ServerCapacity() {}

  /**
   * Returns the number of attempts that all workers together serve in a second.
   *
   * @param settings the settings of a scenario
   * @return attempts per second, more than 0; for a limiter, its limit; empty for other kinds
   */
  public static OptionalDouble of(Settings settings) {
    if (settings.texts().containsKey(ServiceParameters.DISTRIBUTION.name())) {
      double workers =
          ServiceParameters.replicas(settings).effectiveWorkers(settings.get(ServerKind.WORKERS));
      double mean = ServiceParameters.service(settings).busyMeanNanos();
      return OptionalDouble.of(workers / (mean / NANOS_A_SECOND));
    }
    return settings.texts().containsKey(LimiterKind.LIMIT.name())
        ? OptionalDouble.of(settings.get(LimiterKind.LIMIT))
        : OptionalDouble.empty();
  }
}
