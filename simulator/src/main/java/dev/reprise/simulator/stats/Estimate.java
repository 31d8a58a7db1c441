package dev.reprise.simulator.stats;

/**
 * The mean of several runs.
 *
 * @param mean mean of the finite values; NaN if there are none
 * @param standardError standard error of the mean; 0 for one finite value, NaN for none
 * @param count number of finite values
 * @param undefined number of values that are not finite
 */
public record Estimate(double mean, double standardError, int count, int undefined) {

  /**
   * Computes an estimate.
   *
   * @param values one value for each run
   * @return the estimate
   */
  public static Estimate of(double[] values) {
    int count = 0;
    double mean = 0;
    double squares = 0;
    for (double value : values) {
      if (Double.isFinite(value)) {
        count++;
        double off = value - mean;
        mean += off / count;
        squares += off * (value - mean);
      }
    }
    double error = count > 1 ? Math.sqrt(squares / (count - 1) / count) : 0;
    return count == 0
        ? new Estimate(Double.NaN, Double.NaN, 0, values.length)
        : new Estimate(mean, error, count, values.length - count);
  }

  /**
   * Returns half the width of the interval that contains the true mean with a confidence of 95 %,
   * by Student's t.
   *
   * @return the distance of both ends from the mean; 0 if there is less than two finite values, for
   *     which there is no interval
   */
  public double margin() {
    return count < 2 ? 0 : StudentT.at95(count - 1) * standardError;
  }

  /**
   * Computes the paired difference between two contenders.
   *
   * @param values the values of the first contender
   * @param others the values of the second contender, with the same seeds
   * @return the estimate of the difference; a pair with an infinite value counts as undefined, and
   *     a run that one of the contenders lacks does not count
   */
  public static Estimate ofDifference(double[] values, double[] others) {
    double[] differences = new double[Math.min(values.length, others.length)];
    for (int i = 0; i < differences.length; i++) {
      boolean both = Double.isFinite(values[i]) && Double.isFinite(others[i]);
      differences[i] = both ? values[i] - others[i] : Double.NaN;
    }
    return of(differences);
  }
}
