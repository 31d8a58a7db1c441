package dev.reprise.simulator.stats;

/**
 * Quantiles of Student's t distribution, by which a mean of few runs is judged: with few runs their
 * standard error is itself uncertain, and a normal distribution would claim too much.
 *
 * <p>Source: tables of the distribution up to 30 degrees of freedom; beyond, the expansion of
 * Abramowitz and Stegun, <i>Handbook of Mathematical Functions</i>, 26.7.5, which is exact to 1e-4
 * there. Only basic arithmetic is used, so results are equal on every machine.
 */
public final class StudentT {

  private static final double[] OF_95 = {
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423
  };
  private static final double[] OF_99 = {
    63.6567, 9.9248, 5.8409, 4.6041, 4.0321, 3.7074, 3.4995, 3.3554, 3.2498, 3.1693,
    3.1058, 3.0545, 3.0123, 2.9768, 2.9467, 2.9208, 2.8982, 2.8784, 2.8609, 2.8453,
    2.8314, 2.8188, 2.8073, 2.7969, 2.7874, 2.7787, 2.7707, 2.7633, 2.7564, 2.7500
  };
  private static final double NORMAL_95 = 1.959963985;
  private static final double NORMAL_99 = 2.575829304;

  private StudentT() {}

  /**
   * Returns the quantile for a confidence of 95 % on both sides.
   *
   * @param freedom the degrees of freedom, one less than the number of runs
   * @return the number of standard errors on each side of the mean, such as 2.7764 for 5 runs;
   *     infinite below one degree of freedom
   */
  public static double at95(int freedom) {
    return quantile(freedom, OF_95, NORMAL_95);
  }

  /**
   * Returns the quantile for a confidence of 99 % on both sides.
   *
   * @param freedom the degrees of freedom, one less than the number of runs
   * @return the number of standard errors on each side of the mean, such as 4.6041 for 5 runs;
   *     infinite below one degree of freedom
   */
  public static double at99(int freedom) {
    return quantile(freedom, OF_99, NORMAL_99);
  }

  private static double quantile(int freedom, double[] table, double z) {
    if (freedom < 1) {
      return Double.POSITIVE_INFINITY;
    }
    if (freedom <= table.length) {
      return table[freedom - 1];
    }
    double n = freedom;
    double square = z * z;
    double first = (square + 1) / 4;
    double second = ((5 * square + 16) * square + 3) / 96;
    double third = (((3 * square + 19) * square + 17) * square - 15) / 384;
    return z * (1 + first / n + second / (n * n) + third / (n * n * n));
  }
}
