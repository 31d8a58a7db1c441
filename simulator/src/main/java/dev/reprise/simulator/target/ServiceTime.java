package dev.reprise.simulator.target;

import dev.reprise.simulator.engine.SimulationRandom;

/**
 * The service time of an attempt: a random time, which may grow with the number of attempts that
 * are served at the same time.
 *
 * @param distribution the distribution of the random time
 * @param scaleNanos the mean of {@link Distribution#EXPONENTIAL}, the median of {@link
 *     Distribution#LOG_NORMAL}, the value of {@link Distribution#CONSTANT}; in nanoseconds, more
 *     than 0
 * @param sigma the standard deviation of the logarithm, for {@link Distribution#LOG_NORMAL}; at
 *     least 0
 * @param growth the increase of the service time when all workers are busy, as a share of it, at
 *     least 0; proportional to the number of busy workers
 */
public record ServiceTime(
    Distribution distribution, double scaleNanos, double sigma, double growth) {

  /** The 99th percentile of the standard normal distribution. */
  private static final double NORMAL_P99 = 2.3263478740408408;

  /** The median of the exponential distribution with mean 1. */
  private static final double LN_2 = 0.6931471805599453;

  /** The distribution of a service time. */
  public enum Distribution {
    /** Always the same. */
    CONSTANT,
    /** An exponential distribution. */
    EXPONENTIAL,
    /** A log-normal distribution. */
    LOG_NORMAL
  }

  /**
   * Returns an exponentially distributed service time.
   *
   * @param meanNanos the mean, in nanoseconds, more than 0
   * @return the service time
   */
  public static ServiceTime exponential(double meanNanos) {
    return new ServiceTime(Distribution.EXPONENTIAL, meanNanos, 0, 0);
  }

  /**
   * Returns a service time that is always the same.
   *
   * @param nanos the time, in nanoseconds, more than 0
   * @return the service time
   */
  public static ServiceTime constant(double nanos) {
    return new ServiceTime(Distribution.CONSTANT, nanos, 0, 0);
  }

  /**
   * Returns a log-normally distributed service time.
   *
   * @param meanNanos the mean, in nanoseconds, more than 0
   * @param sigma the standard deviation of the logarithm, at least 0
   * @return the service time
   */
  public static ServiceTime logNormal(double meanNanos, double sigma) {
    double median = meanNanos / StrictMath.exp(sigma * sigma / 2);
    return new ServiceTime(Distribution.LOG_NORMAL, median, sigma, 0);
  }

  /**
   * Returns the log-normally distributed service time with two percentiles.
   *
   * @param p50Nanos the median, in nanoseconds, more than 0
   * @param p99Nanos the 99th percentile, in nanoseconds, at least {@code p50Nanos}
   * @return the service time
   */
  public static ServiceTime ofPercentiles(double p50Nanos, double p99Nanos) {
    double sigma = StrictMath.log(p99Nanos / p50Nanos) / NORMAL_P99;
    return new ServiceTime(Distribution.LOG_NORMAL, p50Nanos, sigma, 0);
  }

  /**
   * Returns a copy that grows with the number of busy workers.
   *
   * @param share the increase when all workers are busy, as a share of the time, at least 0
   * @return the copy
   */
  public ServiceTime growing(double share) {
    return new ServiceTime(distribution, scaleNanos, sigma, share);
  }

  /**
   * Returns the mean while all workers are busy.
   *
   * @return nanoseconds
   */
  public double busyMeanNanos() {
    boolean skewed = distribution == Distribution.LOG_NORMAL;
    double mean = skewed ? scaleNanos * StrictMath.exp(sigma * sigma / 2) : scaleNanos;
    return mean * (1 + growth);
  }

  /**
   * Returns the median while no worker is busy.
   *
   * @return nanoseconds
   */
  public double medianNanos() {
    return distribution == Distribution.EXPONENTIAL ? scaleNanos * LN_2 : scaleNanos;
  }

  /** Returns a random time, in nanoseconds, for a share of the workers that are busy. */
  double nanos(double factor, double busy, SimulationRandom random) {
    double scale = scaleNanos * factor * (1 + growth * busy);
    return switch (distribution) {
      case CONSTANT -> scale;
      case EXPONENTIAL -> scale * random.nextExponential();
      case LOG_NORMAL -> scale * StrictMath.exp(sigma * random.nextGaussian());
    };
  }
}
