package dev.reprise.simulator.verdict;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.StudentT;
import java.util.Set;

/**
 * The difference of two contenders in a metric, in pairs of runs with the same seed.
 *
 * <p>Nothing is claimed below {@value #LEAST_RUNS} runs. A difference is stated if it is
 * significant (Student's t, 99 %) and relevant: at least 1 % of the smaller mean, for a share of
 * the calls at least 0.001, and for a recovery at least one second, to which it is measured. The
 * contenders are the same in practice if the whole interval of the difference (Student's t, 95 %)
 * is below a relevant one, and both are undefined in the same runs. Otherwise the runs do not
 * decide.
 *
 * @param kind the statement that the runs allow
 * @param apart the estimate of the second minus the first, over the runs in which both are defined
 */
public record Difference(Kind kind, Estimate apart) {

  /** The number of runs below which nothing is claimed. */
  public static final int LEAST_RUNS = 5;

  private static final Set<String> SHARES =
      Set.of("answered", "no_budget", "wasted", "refused", "partial", "used");
  private static final double RELEVANT_PART = 0.01;
  private static final double RELEVANT_SHARE = 0.001;
  private static final double RELEVANT_SECONDS = 1;

  /** The statement that the runs of two contenders allow. */
  public enum Kind {
    /** There are too few runs for any statement. */
    TOO_FEW_RUNS,
    /** A difference, if there is one, is smaller than a relevant one. */
    SAME_IN_PRACTICE,
    /** There may be a relevant difference or none; more runs may decide. */
    NOT_DECIDED,
    /** The contenders differ. */
    DIFFERENT
  }

  /**
   * Compares two contenders.
   *
   * @param first the runs of one contender
   * @param second the runs of the other, at the same point
   * @param metric the name of the metric
   * @return their difference
   * @throws IllegalArgumentException if a cell does not have this metric
   */
  public static Difference between(Cell first, Cell second, String metric) {
    double[] ones = first.valuesOf(metric);
    double[] others = second.valuesOf(metric);
    Estimate apart = Estimate.ofDifference(others, ones);
    if (Math.min(ones.length, others.length) < LEAST_RUNS) {
      return new Difference(Kind.TOO_FEW_RUNS, apart);
    }
    double relevant = relevant(first.metric(metric), Estimate.of(ones), Estimate.of(others));
    int[] only = definedInOne(ones, others);
    if (isClear(only[0], only[1]) || isClear(apart, relevant)) {
      return new Difference(Kind.DIFFERENT, apart);
    }
    boolean same = only[0] + only[1] == 0 && isWithin(apart, relevant);
    return new Difference(same ? Kind.SAME_IN_PRACTICE : Kind.NOT_DECIDED, apart);
  }

  /** Returns the numbers of runs in which only the first or only the second has a value. */
  private static int[] definedInOne(double[] ones, double[] others) {
    int firstOnly = 0;
    int secondOnly = 0;
    for (int i = 0; i < Math.min(ones.length, others.length); i++) {
      boolean first = Double.isFinite(ones[i]);
      boolean second = Double.isFinite(others[i]);
      firstOnly += first && !second ? 1 : 0;
      secondOnly += second && !first ? 1 : 0;
    }
    return new int[] {firstOnly, secondOnly};
  }

  /**
   * Returns whether one contender has a value clearly more often: McNemar's test, by which all of
   * five runs must differ in the same way.
   */
  private static boolean isClear(int firstOnly, int secondOnly) {
    double apart = (double) firstOnly - secondOnly;
    return apart * apart > 4.0 * (firstOnly + secondOnly);
  }

  private static boolean isClear(Estimate apart, double relevant) {
    double size = Math.abs(apart.mean());
    return apart.count() >= LEAST_RUNS
        && size >= relevant
        && size > StudentT.at99(apart.count() - 1) * apart.standardError();
  }

  /** Returns whether the interval is below a relevant difference, or neither has a value. */
  private static boolean isWithin(Estimate apart, double relevant) {
    if (apart.count() == 0) {
      return true;
    }
    double most = Math.abs(apart.mean()) + apart.margin();
    return apart.count() > 1 && (most < relevant || most == 0);
  }

  private static double relevant(Metric metric, Estimate one, Estimate other) {
    if (SHARES.contains(metric.name())) {
      return RELEVANT_SHARE;
    }
    double part = RELEVANT_PART * Math.min(Math.abs(one.mean()), Math.abs(other.mean()));
    return metric.name().startsWith("recovery") ? Math.max(RELEVANT_SECONDS, part) : part;
  }
}
