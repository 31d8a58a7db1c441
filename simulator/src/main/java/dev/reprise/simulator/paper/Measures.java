package dev.reprise.simulator.paper;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.stats.Estimate;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Values that are computed from the results of an experiment. */
final class Measures {

  private static final String RECOVERY = "recovery_s";

  private Measures() {}

  /** Returns the mean of a metric of a contender. */
  static ToDoubleFunction<Results> mean(String contender, String metric) {
    return mean(Map.of(), contender, metric);
  }

  /** Returns the mean of a metric of a contender at a point. */
  static ToDoubleFunction<Results> mean(
      Map<String, String> point, String contender, String metric) {
    return results -> cell(results, point, contender).estimate(metric).mean();
  }

  /** Returns the quotient of the means of a metric of two contenders. */
  static ToDoubleFunction<Results> ratio(String contender, String other, String metric) {
    return results ->
        mean(contender, metric).applyAsDouble(results) / mean(other, metric).applyAsDouble(results);
  }

  /** Returns the quotient of the means of two metrics of a contender at a point. */
  static ToDoubleFunction<Results> quotient(
      Map<String, String> point, String contender, String metric, String other) {
    return results ->
        mean(point, contender, metric).applyAsDouble(results)
            / mean(point, contender, other).applyAsDouble(results);
  }

  /** Returns the share of the runs at the points that recover. */
  static ToDoubleFunction<Results> recovered(Predicate<Map<String, String>> points) {
    return results -> {
      List<Cell> cells =
          results.cells().stream().filter(cell -> points.test(cell.point())).toList();
      int recovered = 0;
      int runs = 0;
      for (Cell cell : cells) {
        Estimate recovery = cell.estimate(RECOVERY);
        recovered += recovery.count();
        runs += cell.runs();
      }
      return (double) recovered / runs;
    };
  }

  private static Cell cell(Results results, Map<String, String> point, String contender) {
    return results.cells().stream()
        .filter(cell -> cell.contender().label().equals(contender) && cell.point().equals(point))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no results of " + contender + " at " + point));
  }
}
