package dev.reprise.simulator.verdict;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The best contender by a metric, and the significance of the difference. */
final class BestContender {

  private static final String ANSWERED = "answered";
  private static final int METRICS = 2;
  private static final Set<String> MORE_IS_BETTER = Set.of(ANSWERED, "used", "fairness");

  private static final double SIGNIFICANT = 3;

  private BestContender() {}

  /**
   * Returns the cells, the best first: by the share of runs in which the metric is undefined, then
   * by mean.
   */
  static List<Cell> ranked(List<Cell> cells, Metric metric) {
    double sign = MORE_IS_BETTER.contains(metric.name()) ? -1 : 1;
    Comparator<Cell> byNever =
        Comparator.comparingDouble(
            cell -> {
              Estimate estimate = cell.estimate(metric.name());
              return (double) estimate.undefined() / (estimate.undefined() + estimate.count());
            });
    return cells.stream()
        .sorted(byNever.thenComparingDouble(cell -> sign * cell.estimate(metric.name()).mean()))
        .toList();
  }

  /** Returns statements on the most important metrics. */
  static List<VerdictLine> of(List<Cell> cells) {
    List<Metric> metrics = cells.get(0).metrics();
    List<VerdictLine> lines = new ArrayList<>();
    for (int i = 0; i < metrics.size(); i++) {
      if (i < METRICS || metrics.get(i).name().equals(ANSWERED)) {
        lines.add(of(cells, metrics.get(i)));
      }
    }
    return lines;
  }

  /** Returns a statement on one metric. */
  static VerdictLine of(List<Cell> cells, Metric metric) {
    List<Cell> ranked = ranked(cells, metric);
    Cell best = ranked.get(0);
    String label = metric.name().replace('_', ' ') + ": ";
    String said =
        best.contender().label()
            + " is best: "
            + with(best.estimate(metric.name()), metric)
            + (ranked.size() < 2 ? "" : than(best, ranked.get(1), metric))
            + ".";
    return VerdictLine.of(label, said);
  }

  private static String with(Estimate estimate, Metric metric) {
    return NumberText.of(estimate)
        + (metric.unit().isEmpty() || estimate.count() == 0 ? "" : " " + metric.unit());
  }

  private static String than(Cell best, Cell second, Metric metric) {
    Estimate other = second.estimate(metric.name());
    String next = second.contender().label();
    Estimate first = best.estimate(metric.name());
    if (other.undefined() != first.undefined()) {
      return "; next is " + next + ", " + with(other, metric);
    }
    if (first.count() == 0) {
      return ", and so has " + next;
    }
    Estimate apart =
        Estimate.ofDifference(second.valuesOf(metric.name()), best.valuesOf(metric.name()));
    if (apart.mean() == 0 && apart.standardError() == 0) {
      return ", and so has " + next;
    }
    List<String> words = new ArrayList<>();
    words.add("; next is " + next + ", apart by " + with(absolute(apart), metric));
    if (apart.standardError() > 0) {
      double errors = Math.abs(apart.mean()) / apart.standardError();
      words.add(
          errors >= SIGNIFICANT
              ? "(" + NumberText.of(errors) + " standard errors: significant)"
              : String.format(
                  Locale.ROOT,
                  "(%s standard errors: not significant with %d runs)",
                  NumberText.of(errors),
                  apart.count()));
    }
    return String.join(" ", words);
  }

  private static Estimate absolute(Estimate apart) {
    return new Estimate(Math.abs(apart.mean()), apart.standardError(), apart.count(), 0);
  }
}
