package dev.reprise.simulator.output;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A map of the recovery over two swept parameters, in characters. */
final class RecoveryMap {

  private static final String RECOVERY = "recovery_s";
  private static final String LEGEND = "(. recovers, # does not, ? in some runs)";

  private RecoveryMap() {}

  /** Returns the map of the first contender; empty unless two parameters are swept. */
  static List<String> of(Results results) {
    if (results.sweeps().size() != 2) {
      return List.of();
    }
    Sweep across = results.sweeps().get(0);
    Sweep down = results.sweeps().get(1);
    String label = results.scenario().contenders().get(0).label();
    int first = width(down);
    int each = width(across);
    List<String> lines = new ArrayList<>();
    lines.add("    " + label + ": " + across.parameter() + " to the right, " + down.parameter());
    lines.add("    " + " ".repeat(first) + row(across.values(), each));
    for (String value : down.values()) {
      List<String> marks = new ArrayList<>();
      for (String column : across.values()) {
        marks.add(
            mark(results, label, Map.of(across.parameter(), column, down.parameter(), value)));
      }
      lines.add("    " + padded(value, first) + row(marks, each));
    }
    lines.add("    " + LEGEND);
    return lines;
  }

  private static int width(Sweep sweep) {
    return sweep.values().stream().mapToInt(String::length).max().orElse(0);
  }

  private static String row(List<String> texts, int width) {
    StringBuilder row = new StringBuilder();
    texts.forEach(text -> row.append("  ").append(padded(text, width)));
    return row.toString();
  }

  private static String padded(String text, int width) {
    return " ".repeat(width - text.length()) + text;
  }

  private static String mark(Results results, String label, Map<String, String> point) {
    for (Cell cell : results.cells()) {
      if (cell.contender().label().equals(label) && cell.point().equals(point)) {
        Estimate recovery = cell.estimate(RECOVERY);
        return recovery.undefined() == 0 ? "." : recovery.count() == 0 ? "#" : "?";
      }
    }
    return " ";
  }
}
