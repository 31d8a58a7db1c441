package dev.reprise.simulator.advice;

import java.time.Duration;
import java.util.Optional;

/**
 * The size at which a service is simulated.
 *
 * @param scale how many times it is smaller than the real one, at least 1
 * @param pods client processes
 * @param workers attempts that are served at the same time
 * @param service the time of an attempt: the mean of an exponential distribution, or the median
 * @param p99 the 99th percentile of that time; empty for an exponential distribution
 */
record ServiceSize(double scale, int pods, int workers, Duration service, Optional<Duration> p99) {

  /** The 99th percentile of the standard normal distribution. */
  private static final double NORMAL_P99 = 2.3263478740408408;

  private static final double LN_2 = 0.6931471805599453;
  private static final double HOUR = 3600;

  /**
   * Chooses a size.
   *
   * @param wanted how many times smaller it may be; below 1 counts as 1
   */
  static ServiceSize of(Service service, double wanted) {
    int pods = (int) Math.ceil(service.pods() / Math.max(1, wanted));
    double scale = (double) service.pods() / pods;
    double capacity = service.capacity() / scale;
    double mean = meanSeconds(service);
    int workers = (int) Math.max(1, Math.min(1_000_000, Math.rint(capacity * mean)));
    // The number of workers is whole, so the time of an attempt gives the exact capacity.
    double stretch = workers / capacity / mean;
    double first = service.p99().isPresent() ? seconds(service.p50()) : mean;
    return new ServiceSize(
        scale,
        pods,
        workers,
        Situations.ofSeconds(first * stretch),
        service.p99().map(p99 -> Situations.ofSeconds(Math.min(HOUR, seconds(p99) * stretch))));
  }

  /** Returns the mean number of busy workers of the real service at its capacity. */
  static double busyWorkers(Service service) {
    return service.capacity() * meanSeconds(service);
  }

  private static double meanSeconds(Service service) {
    double median = seconds(service.p50());
    if (service.p99().isEmpty()) {
      return median / LN_2;
    }
    double spread = StrictMath.log(seconds(service.p99().get()) / median) / NORMAL_P99;
    return median * StrictMath.exp(spread * spread / 2);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
