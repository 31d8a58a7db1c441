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
      Map<String, Integer> wins = new LinkedHashMap<>();
      points
          .values()
          .forEach(
              cells -> {
                Cell best = BestContender.ranked(cells, metric).get(0);
                if (best.estimate(metric.name()).count() > 0) {
                  wins.merge(best.contender().label(), 1, Integer::sum);
                }
              });
      List<String> counts =
          wins.entrySet().stream()
              .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
              .map(win -> win.getKey() + " at " + win.getValue())
              .toList();
      if (!counts.isEmpty()) {
        String best = "best at " + points.size() + " points: " + String.join(", ", counts) + ".";
        lines.add(VerdictLine.of(metric.name().replace('_', ' ') + ": ", best));
      }
      lines.addAll(never(points, metric));
    }
    return lines;
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
                    "never at " + count[0] + " points, in some runs only at " + count[1] + "."));
          }
        });
    return lines;
  }
}
