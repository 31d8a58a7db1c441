package dev.reprise.simulator.tune;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.stats.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How a contender did in a search.
 *
 * @param contender its policy and budget
 * @param cells its runs in each of the goal's scenarios
 * @param score what is minimised: the metric, or its negative where most is asked for; infinite
 *     where it is undefined
 * @param missed by what share of their limits it misses bounds, all together; 0 if the means keep
 *     them
 * @param missedSurely the same of the means and two standard errors
 */
public record Rank(
    Contender contender, List<Cell> cells, double score, double missed, double missedSurely) {

  static final double ERRORS = 2;
  private static final double LEAST = 1e-9;

  /** The best first: by bounds kept, then by score. */
  static final Comparator<Rank> BEST_FIRST =
      Comparator.comparingDouble(Rank::missed).thenComparingDouble(Rank::score);

  /** The best first: by bounds kept whatever chance did, then by bounds kept, then by score. */
  static final Comparator<Rank> SUREST_FIRST =
      Comparator.comparing((Rank standing) -> !standing.keepsBounds()).thenComparing(BEST_FIRST);

  static Rank of(Goal goal, List<Scenario> scenarios, List<Cell> cells) {
    double missed = 0;
    double missedSurely = 0;
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Scenario scenario = scenarios.get(i);
      Cell cell = cells.get(i);
      for (Bound bound : goal.boundsIn(scenario)) {
        Estimate estimate = cell.estimate(bound.metric());
        missed += bound.missedBy(estimate, 0);
        missedSurely += bound.missedBy(estimate, ERRORS);
      }
      goal.metricIn(scenario).ifPresent(metric -> values.add(value(cell.estimate(metric))));
    }
    double mean = geometricMean(values);
    double score = Double.isFinite(mean) && goal.maximises() ? -mean : mean;
    return new Rank(cells.get(0).contender(), cells, score, missed, missedSurely);
  }

  private static double value(Estimate estimate) {
    return estimate.never() > 0 ? Double.POSITIVE_INFINITY : estimate.mean();
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
   * Whether every bound is kept, by the mean and two standard errors.
   *
   * @return false also if the difference is not significant
   */
  public boolean keepsBounds() {
    return missedSurely == 0;
  }

  /**
   * Whether the means keep every bound, whatever chance did.
   *
   * @return true also if the difference is not significant
   */
  public boolean seemsToKeepBounds() {
    return missed == 0;
  }
}
