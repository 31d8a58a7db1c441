package dev.reprise.simulator.output;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Results as comma-separated values, by RFC 4180 but with a line feed alone at the end of a line: a
 * head, then a line for each contender at each point. The columns are the swept parameters, {@code
 * algorithm} or {@code policy}, {@code seeds}, and for each metric mean and standard error, and how
 * often it was undefined, if that happened. A field without a value is empty.
 */
public final class Csv {

  private static final String NEEDS_QUOTES = ".*[\",\r\n].*";
  private static final String LOOKS_LIKE_FORMULA = "[=+@-].*";

  private Csv() {}

  /**
   * Writes results.
   *
   * @param results the results
   * @param metrics which metrics, by name
   * @param to where it goes
   * @throws IOException if it cannot be written
   */
  public static void write(Results results, List<Metric> metrics, Appendable to)
      throws IOException {
    List<Boolean> never = metrics.stream().map(metric -> canBeNever(results, metric)).toList();
    to.append(head(results, metrics, never)).append('\n');
    for (Cell cell : results.cells()) {
      to.append(line(results, cell, metrics, never)).append('\n');
    }
  }

  private static boolean canBeNever(Results results, Metric metric) {
    return metric.name().startsWith("recovery")
        || results.cells().stream().anyMatch(cell -> cell.estimate(metric.name()).never() > 0);
  }

  private static String head(Results results, List<Metric> metrics, List<Boolean> never) {
    List<String> names = new ArrayList<>();
    results.sweeps().forEach(sweep -> names.add(sweep.parameter()));
    names.add(results.scenario().contenderTerm());
    names.add("seeds");
    for (int i = 0; i < metrics.size(); i++) {
      names.add(metrics.get(i).name() + "_mean");
      names.add(metrics.get(i).name() + "_se");
      if (never.get(i)) {
        names.add(metrics.get(i).name() + "_never");
      }
    }
    return String.join(",", names);
  }

  private static String line(
      Results results, Cell cell, List<Metric> metrics, List<Boolean> never) {
    List<String> values = new ArrayList<>();
    for (Sweep sweep : results.sweeps()) {
      values.add(text(String.valueOf(cell.point().get(sweep.parameter()))));
    }
    values.add(text(cell.contender().label()));
    values.add(Integer.toString(cell.values()[0].length));
    for (int i = 0; i < metrics.size(); i++) {
      Estimate estimate = cell.estimate(metrics.get(i).name());
      values.add(number(estimate.mean()));
      values.add(number(estimate.error()));
      if (never.get(i)) {
        values.add(Integer.toString(estimate.never()));
      }
    }
    return String.join(",", values);
  }

  private static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "";
  }

  /** A text that a spreadsheet does not take for a formula. */
  private static String text(String text) {
    String safe = text.matches(LOOKS_LIKE_FORMULA) ? "'" + text : text;
    return safe.matches("(?s)" + NEEDS_QUOTES) ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
