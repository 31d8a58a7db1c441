package dev.reprise.simulator.tune;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.verdict.Difference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The result of a contender in a search.
 *
 * @param contender policy and budget
 * @param cells its runs in each scenario of the goal
 * @param metrics the name of the goal's metric in each scenario; empty where it has none
 * @param score the value to minimise: the metric, or its negative if the goal maximises it;
 *     infinite if it is undefined
 * @param missed the sum of the distances from the bounds that the means miss, as shares of their
 *     limits; 0 if the means are within all bounds
 * @param missedSurely the same for the worse ends of their intervals (Student's t, 95 %)
 */
public record Rank(
    Contender contender,
    List<Cell> cells,
    List<String> metrics,
    double score,
    double missed,
    double missedSurely) {

  private static final double LEAST = 1e-9;

  /** The best first: by the distance from missed bounds, then by score. */
  static final Comparator<Rank> BEST_FIRST =
      Comparator.comparingDouble(Rank::missed).thenComparingDouble(Rank::score);

  /**
   * The best first: by whether every bound holds in the whole interval, then by the distance from
   * missed bounds, then by score.
   */
  static final Comparator<Rank> SUREST_FIRST =
      Comparator.comparing((Rank standing) -> !standing.keepsBounds()).thenComparing(BEST_FIRST);

  static Rank of(Goal goal, List<Scenario> scenarios, List<Cell> cells) {
    double missed = 0;
    double missedSurely = 0;
    List<Double> values = new ArrayList<>();
    List<String> metrics = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Scenario scenario = scenarios.get(i);
      Cell cell = cells.get(i);
      for (Bound bound : goal.boundsIn(scenario)) {
        Estimate estimate = cell.estimate(bound.metric());
        missed += bound.missedBy(estimate, false);
        missedSurely += bound.missedBy(estimate, true);
      }
      metrics.add(goal.metricIn(scenario).orElse(""));
      goal.metricIn(scenario).ifPresent(metric -> values.add(value(cell.estimate(metric))));
    }
    double mean = geometricMean(values);
    double score = Double.isFinite(mean) && goal.maximises() ? -mean : mean;
    return new Rank(
        cells.get(0).contender(), cells, List.copyOf(metrics), score, missed, missedSurely);
  }

  /**
   * Returns whether this contender may be as good as another one: neither is nearer to the bounds,
   * and in no scenario do they surely differ in the metric of the goal, as {@link Difference}
   * defines it.
   *
   * @param other the result of another contender in the same search
   * @return true also if this is the other one
   */
  boolean isNotSurelyWorse(Rank other) {
    return compares(other, false);
  }

  /** Returns whether, in addition, all differences are too small to be relevant. */
  boolean isSameInPractice(Rank other) {
    return compares(other, true);
  }

  private boolean compares(Rank other, boolean surelySame) {
    if (keepsBounds() != other.keepsBounds() || (!keepsBounds() && missed != other.missed)) {
      return false;
    }
    for (int i = 0; i < cells.size(); i++) {
      if (!isSame(other.cells.get(i), cells.get(i), metrics.get(i), surelySame)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(Cell one, Cell other, String metric, boolean surely) {
    if (metric.isEmpty()) {
      return true;
    }
    Difference.Kind kind = Difference.between(one, other, metric).kind();
    return surely ? kind == Difference.Kind.SAME_IN_PRACTICE : kind != Difference.Kind.DIFFERENT;
  }

  private static double value(Estimate estimate) {
    return estimate.undefined() > 0 ? Double.POSITIVE_INFINITY : estimate.mean();
  }

  private static double geometricMean(List<Double> values) {
    if (values.size() == 1) {
      return values.get(0);
    }
    double logs = 0;
    for (double value : values) {
      logs += StrictMath.log(Math.max(LEAST, value));
    }
    return StrictMath.exp(logs / values.size());
  }

  /**
   * Returns whether every bound holds in the whole interval of the mean (Student's t, 95 %). A
   * single run has no interval.
   *
   * @return false also if a difference from a bound is not significant
   */
  public boolean keepsBounds() {
    return missedSurely == 0;
  }

  /**
   * Returns whether the means are within every bound.
   *
   * @return true also if a difference from a bound is not significant
   */
  public boolean seemsToKeepBounds() {
    return missed == 0;
  }
}
