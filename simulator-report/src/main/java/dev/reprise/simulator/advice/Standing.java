package dev.reprise.simulator.advice;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.stats.Estimate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The result of a policy in all situations.
 *
 * @param contender policy and budget
 * @param cells its runs in each situation
 * @param delay the seconds by which its recoveries exceed those without retries by more than is
 *     allowed, summed over the situations
 * @param lost the geometric mean of the shares of calls that do not succeed; a reduction by a tenth
 *     has the same weight in every situation
 * @param attempts the mean number of attempts for each call, over the situations
 * @param ordinary the share of calls that succeed in ordinary times
 */
record Standing(
    Contender contender,
    List<Cell> cells,
    double delay,
    double lost,
    double attempts,
    double ordinary) {

  static final String RECOVERY = "recovery_s";
  static final String ANSWERED = "answered";
  static final String AMPLIFICATION = "amplification";

  /** One call in ten thousand; fewer lost calls count as none. */
  private static final double FEW = 1e-4;

  private static final double ALLOWED_SECONDS = 10;
  private static final double ALLOWED_SHARE = 0.5;

  /** The value that a run without recovery counts. */
  private static final double NEVER_SECONDS = 1000;

  private static final double SAME = 1.05;

  /** The best first: by the delay of recoveries, then by lost calls. */
  static final Comparator<Standing> BEST_FIRST =
      Comparator.comparingDouble(Standing::delay).thenComparingDouble(Standing::lost);

  static Standing of(List<Situation> situations, List<Cell> cells, List<Cell> withoutRetries) {
    double delay = 0;
    double logs = 0;
    double attempts = 0;
    double ordinary = 0;
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      if (situations.get(i).hasFault()) {
        delay += delayOf(cell, withoutRetries.get(i));
      }
      ordinary += situations.get(i).hasFault() ? 0 : cell.estimate(ANSWERED).mean();
      double lost = 1 - cell.estimate(ANSWERED).mean();
      logs += StrictMath.log(Math.max(FEW, Double.isFinite(lost) ? lost : 0));
      attempts += cell.estimate(AMPLIFICATION).mean();
    }
    int count = cells.size();
    return new Standing(
        cells.get(0).contender(),
        cells,
        delay,
        StrictMath.exp(logs / count),
        attempts / count,
        ordinary);
  }

  /** Returns whether this policy loses as few calls as another one, or not many more. */
  boolean isAsGoodAs(Standing best) {
    return delay <= best.delay && lost <= best.lost * SAME;
  }

  /**
   * Returns the seconds by which a recovery is surely later than allowed: the mean difference, less
   * its margin of chance. A single run has no margin.
   */
  private static double delayOf(Cell cell, Cell withoutRetries) {
    double[] own = seconds(cell);
    double[] others = seconds(withoutRetries);
    Estimate apart = Estimate.ofDifference(own, others);
    double allowed = ALLOWED_SHARE * Estimate.of(others).mean() + ALLOWED_SECONDS;
    return Math.max(0, apart.mean() - apart.margin() - allowed);
  }

  private static double[] seconds(Cell cell) {
    return Arrays.stream(cell.valuesOf(RECOVERY))
        .map(value -> Double.isFinite(value) ? value : NEVER_SECONDS)
        .toArray();
  }
}
