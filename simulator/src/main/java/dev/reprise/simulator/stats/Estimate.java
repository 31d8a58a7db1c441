package dev.reprise.simulator.stats;

/**
 * The mean of many runs.
 *
 * @param mean of the finite values; NaN if there are none
 * @param error its standard error; 0 for one value, NaN for none
 * @param count how many values are finite
 * @param never how many are not
 */
public record Estimate(double mean, double error, int count, int never) {

  /**
   * Estimates.
   *
   * @param values of the runs
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
   * The difference between the values of two contenders, run by run.
   *
   * @param values of the one
   * @param others of the other, by the same seeds
   * @return the estimate of the difference; pairs of which either is infinite count as never, and
   *     runs that one of them lacks do not count
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
