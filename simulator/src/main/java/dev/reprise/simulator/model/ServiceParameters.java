package dev.reprise.simulator.model;

import dev.reprise.simulator.target.ReplicaSettings;
import dev.reprise.simulator.target.ServiceTime;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.List;

/** The parameters of service times, replicas and random failures. */
final class ServiceParameters {

  static final Parameter<Shape> DISTRIBUTION =
      Parameter.choice(
          "distribution",
          Shape.EXPONENTIAL,
          "distribution of the service time; for percentiles, service is the median and"
              + " service-p99 the 99th percentile of a log-normal one");
  static final Parameter<Double> SPREAD =
      Parameter.number(
          "spread",
          1,
          0,
          5,
          "standard deviation of the logarithm of the service time if distribution=log-normal");
  static final Parameter<Duration> P99 =
      Parameter.duration(
          "service-p99",
          "500ms",
          "1us",
          "1h",
          "99th percentile of the service time if distribution=percentiles");
  static final Parameter<Double> GROWTH =
      Parameter.number(
          "growth",
          0,
          0,
          1000,
          "increase of the service time when all workers are busy, as a share of it; proportional"
              + " to the busy workers");
  static final Parameter<Integer> REPLICAS =
      Parameter.count(
          "replicas",
          1,
          1,
          ReplicaSettings.MOST,
          "replicas that share workers and queue; each attempt goes to a random one");
  static final Parameter<Integer> SLOW_REPLICAS =
      Parameter.count("slow-replicas", 0, 0, ReplicaSettings.MOST, "replicas that are slow");
  static final Parameter<Double> SLOW_FACTOR =
      Parameter.number(
          "slow-factor", 10, 0.001, 1000, "factor of the service time of the slow replicas");

  static final Parameter<Double> FAILING =
      Parameter.number(
          "failing", 0, 0, 1, "share of the attempts that are served and fail at random");

  static final List<Parameter<?>> PARAMETERS =
      List.of(DISTRIBUTION, SPREAD, P99, GROWTH, REPLICAS, SLOW_REPLICAS, SLOW_FACTOR, FAILING);

  /** The choices of the parameter {@code distribution}. */
  enum Shape {
    EXPONENTIAL,
    CONSTANT,
    LOG_NORMAL,
    PERCENTILES
  }

  private ServiceParameters() {}

  static ServiceTime service(Settings settings) {
    double nanos = (double) settings.get(ServerKind.SERVICE).toNanos();
    ServiceTime service =
        switch (settings.get(DISTRIBUTION)) {
          case EXPONENTIAL -> ServiceTime.exponential(nanos);
          case CONSTANT -> ServiceTime.constant(nanos);
          case LOG_NORMAL -> ServiceTime.logNormal(nanos, settings.get(SPREAD));
          case PERCENTILES ->
              ServiceTime.ofPercentiles(nanos, (double) settings.get(P99).toNanos());
        };
    return service.growing(settings.get(GROWTH));
  }

  static ReplicaSettings replicas(Settings settings) {
    return new ReplicaSettings(
        settings.get(REPLICAS), settings.get(SLOW_REPLICAS), settings.get(SLOW_FACTOR));
  }

  /**
   * Checks the values together.
   *
   * @throws IllegalArgumentException if they contradict each other
   */
  static void check(Settings settings) {
    Duration median = settings.get(ServerKind.SERVICE);
    if (settings.get(DISTRIBUTION) == Shape.PERCENTILES
        && settings.get(P99).compareTo(median) < 0) {
      throw new IllegalArgumentException(
          "service-p99 must be at least service, which is "
              + TimeText.format(median)
              + ", but was "
              + TimeText.format(settings.get(P99)));
    }
    int replicas = settings.get(REPLICAS);
    if (replicas > settings.get(ServerKind.WORKERS)) {
      throw new IllegalArgumentException(
          "replicas must be at most the number of workers, but was " + replicas);
    }
    if (settings.get(SLOW_REPLICAS) > replicas) {
      throw new IllegalArgumentException(
          "slow-replicas must be at most replicas, but was " + settings.get(SLOW_REPLICAS));
    }
  }
}
