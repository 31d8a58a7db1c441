package dev.reprise.simulator.verdict;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The best contender by a metric, or the contenders that are the same in practice or that the runs
 * do not decide between, as {@link Difference} defines it.
 */
final class BestContender {

  private static final String ANSWERED = "answered";
  private static final int METRICS = 2;
  private static final Set<String> MORE_IS_BETTER = Set.of(ANSWERED, "used", "fairness");

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
    String name = metric.name();
    return VerdictLine.of(name.replace('_', ' ') + ": ", text(ranked(cells, metric), name));
  }

  private static String text(List<Cell> ranked, String metric) {
    Cell best = ranked.get(0);
    if (ranked.size() == 1) {
      return label(best) + " " + value(best, metric) + ".";
    }
    int runs = ranked.stream().mapToInt(Cell::runs).min().orElse(0);
    if (runs < Difference.LEAST_RUNS) {
      return tooFew(runs);
    }
    int same = leaders(ranked, metric);
    if (same == ranked.size()) {
      return allTheSame(ranked, metric);
    }
    String lead =
        same == 1
            ? label(best) + " is best: " + value(best, metric)
            : several(ranked.subList(0, same), metric) + range(ranked.subList(0, same), metric);
    return lead + than(best, ranked.get(same), metric) + ".";
  }

  static String tooFew(int runs) {
    return "no statement from "
        + runs
        + (runs == 1 ? " run" : " runs")
        + " of each policy; a comparison needs at least "
        + Difference.LEAST_RUNS
        + ".";
  }

  private static String several(List<Cell> leaders, String metric) {
    return areTheSame(leaders, metric)
        ? labels(leaders) + " are the same in practice: "
        : "not decided by these runs between " + labels(leaders) + ": ";
  }

  /** Returns the number of cells that are the best, or do not surely differ from it. */
  static int leaders(List<Cell> ranked, String metric) {
    int same = 1;
    while (same < ranked.size() && !differ(ranked.get(0), ranked.get(same), metric)) {
      same++;
    }
    return same;
  }

  private static boolean differ(Cell best, Cell other, String metric) {
    return kind(best, other, metric) == Difference.Kind.DIFFERENT;
  }

  /** Returns whether all cells are the same as the first one in practice. */
  static boolean areTheSame(List<Cell> leaders, String metric) {
    return leaders.stream()
        .skip(1)
        .allMatch(each -> kind(leaders.get(0), each, metric) == Difference.Kind.SAME_IN_PRACTICE);
  }

  private static Difference.Kind kind(Cell best, Cell other, String metric) {
    return Difference.between(best, other, metric).kind();
  }

  private static String allTheSame(List<Cell> ranked, String metric) {
    String both = ranked.size() == 2 ? "both" : "all";
    String which =
        areTheSame(ranked, metric)
            ? both + " policies are the same in practice: "
            : "not decided by these runs between " + both + " policies: ";
    return which + range(ranked, metric) + ".";
  }

  private static String label(Cell cell) {
    return cell.contender().label();
  }

  private static String labels(List<Cell> cells) {
    List<String> labels = cells.stream().map(BestContender::label).toList();
    int last = labels.size() - 1;
    return String.join(", ", labels.subList(0, last)) + " and " + labels.get(last);
  }

  private static String range(List<Cell> cells, String metric) {
    String first = value(cells.get(0), metric);
    String last = value(cells.get(cells.size() - 1), metric);
    return first.equals(last) ? first : first + " to " + last;
  }

  private static String value(Cell cell, String metric) {
    Metric measured = cell.metric(metric);
    Estimate estimate = cell.estimate(metric);
    String text = NumberText.of(estimate, measured.undefined());
    boolean unit = !measured.unit().isEmpty() && estimate.count() > 0;
    return unit ? text + " " + measured.unit() : text;
  }

  private static String than(Cell best, Cell next, String metric) {
    Estimate other = next.estimate(metric);
    if (other.undefined() != best.estimate(metric).undefined()) {
      return "; next is " + label(next) + ", " + value(next, metric);
    }
    Estimate apart = Difference.between(best, next, metric).apart();
    Estimate size = new Estimate(Math.abs(apart.mean()), apart.standardError(), apart.count(), 0);
    String unit = best.metric(metric).unit();
    return "; next is "
        + label(next)
        + ", apart by "
        + NumberText.of(size)
        + (unit.isEmpty() ? "" : " " + unit);
  }
}
