package dev.reprise.simulator.verdict;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * States, for a large sweep, the number of points at which each contender is best or never
 * finishes.
 */
final class SweepVerdict {

  private static final int METRICS = 2;

  private SweepVerdict() {}

  static List<VerdictLine> of(Results results, Map<Map<String, String>, List<Cell>> points) {
    List<VerdictLine> lines = new ArrayList<>();
    List<Metric> metrics = results.scenario().defaultMetrics();
    for (Metric metric : metrics.subList(0, Math.min(METRICS, metrics.size()))) {
      String label = metric.name().replace('_', ' ') + ": ";
      if (results.scenario().contenders().size() > 1) {
        lines.add(VerdictLine.of(label, best(points, metric)));
      }
      lines.addAll(never(points, metric));
    }
    return lines;
  }

  /** Counts the points at which one is best, several are the same, and the runs do not decide. */
  private static String best(Map<Map<String, String>, List<Cell>> points, Metric metric) {
    int runs = points.values().stream().flatMap(List::stream).mapToInt(Cell::runs).min().orElse(0);
    if (runs < Difference.LEAST_RUNS) {
      return BestContender.tooFew(runs);
    }
    Map<String, Integer> wins = new LinkedHashMap<>();
    int ties = 0;
    int undecided = 0;
    for (List<Cell> cells : points.values()) {
      List<Cell> ranked = BestContender.ranked(cells, metric);
      int leaders = BestContender.leaders(ranked, metric.name());
      if (leaders == 1) {
        wins.merge(ranked.get(0).contender().label(), 1, Integer::sum);
      } else if (BestContender.areTheSame(ranked.subList(0, leaders), metric.name())) {
        ties++;
      } else {
        undecided++;
      }
    }
    List<String> counts = new ArrayList<>();
    wins.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(win -> counts.add(win.getKey() + " is best at " + win.getValue()));
    if (ties > 0) {
      counts.add("several are the same in practice at " + ties);
    }
    if (undecided > 0) {
      counts.add("not decided by these runs at " + undecided);
    }
    return "of " + points.size() + " points, " + String.join(", ", counts) + ".";
  }

  private static List<VerdictLine> never(
      Map<Map<String, String>, List<Cell>> points, Metric metric) {
    Map<String, int[]> counts = new LinkedHashMap<>();
    for (List<Cell> cells : points.values()) {
      for (Cell cell : cells) {
        Estimate estimate = cell.estimate(metric.name());
        int[] count = counts.computeIfAbsent(cell.contender().label(), label -> new int[2]);
        count[0] += estimate.count() == 0 ? 1 : 0;
        count[1] += estimate.count() > 0 && estimate.undefined() > 0 ? 1 : 0;
      }
    }
    List<VerdictLine> lines = new ArrayList<>();
    counts.forEach(
        (label, count) -> {
          if (count[0] + count[1] > 0) {
            lines.add(
                VerdictLine.of(
                    "  " + label + ": ",
                    undefined(points, metric)
                        + " at "
                        + count[0]
                        + " points, in some runs only at "
                        + count[1]
                        + "."));
          }
        });
    return lines;
  }

  private static String undefined(Map<Map<String, String>, List<Cell>> points, Metric metric) {
    List<String> words =
        points.values().stream()
            .flatMap(List::stream)
            .map(cell -> cell.metric(metric.name()).undefined())
            .distinct()
            .toList();
    return String.join(" or ", words);
  }
}
