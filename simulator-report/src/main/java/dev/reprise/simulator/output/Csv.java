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
 * Writes results as comma-separated values, as defined by RFC 4180, but with a line feed at the end
 * of each line. A header is followed by one line for each contender at each point. The columns are
 * the swept parameters, {@code policy}, {@code seeds}, and for each metric {@code …_mean} and
 * {@code …_standard_error}; metrics that were undefined in some run, and recovery times, have
 * {@code …_undefined}, the number of such runs. A field without a value is empty.
 *
 * <pre>{@code
 * try (BufferedWriter file = Files.newBufferedWriter(path)) {
 *   Csv.write(results, results.scenario().defaultMetrics(), file);
 * }
 * }</pre>
 */
public final class Csv {

  private static final String NEEDS_QUOTES = ".*[\",\r\n].*";
  private static final String LOOKS_LIKE_FORMULA = "[=+@-].*";

  private Csv() {}

  /**
   * Writes results.
   *
   * @param results the results
   * @param metrics the metrics to write, in order
   * @param to the destination
   * @throws IOException if the destination throws it
   */
  public static void write(Results results, List<Metric> metrics, Appendable to)
      throws IOException {
    List<Boolean> undefined =
        metrics.stream().map(metric -> canBeUndefined(results, metric)).toList();
    to.append(head(results, metrics, undefined)).append('\n');
    for (Cell cell : results.cells()) {
      to.append(line(results, cell, metrics, undefined)).append('\n');
    }
  }

  private static boolean canBeUndefined(Results results, Metric metric) {
    return metric.name().startsWith("recovery")
        || results.cells().stream().anyMatch(cell -> cell.estimate(metric.name()).undefined() > 0);
  }

  private static String head(Results results, List<Metric> metrics, List<Boolean> undefined) {
    List<String> names = new ArrayList<>();
    results.sweeps().forEach(sweep -> names.add(sweep.parameter()));
    names.add("policy");
    names.add("seeds");
    for (int i = 0; i < metrics.size(); i++) {
      names.add(metrics.get(i).name() + "_mean");
      names.add(metrics.get(i).name() + "_standard_error");
      if (undefined.get(i)) {
        names.add(metrics.get(i).name() + "_undefined");
      }
    }
    return String.join(",", names);
  }

  private static String line(
      Results results, Cell cell, List<Metric> metrics, List<Boolean> undefined) {
    List<String> values = new ArrayList<>();
    for (Sweep sweep : results.sweeps()) {
      values.add(text(String.valueOf(cell.point().get(sweep.parameter()))));
    }
    values.add(text(cell.contender().label()));
    values.add(Integer.toString(cell.values()[0].length));
    for (int i = 0; i < metrics.size(); i++) {
      Estimate estimate = cell.estimate(metrics.get(i).name());
      values.add(number(estimate.mean()));
      values.add(number(estimate.standardError()));
      if (undefined.get(i)) {
        values.add(Integer.toString(estimate.undefined()));
      }
    }
    return String.join(",", values);
  }

  private static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "";
  }

  /**
   * Returns the field for a text; a text that a spreadsheet would evaluate as a formula is prefixed
   * with an apostrophe.
   */
  private static String text(String text) {
    String safe = text.matches(LOOKS_LIKE_FORMULA) ? "'" + text : text;
    return safe.matches("(?s)" + NEEDS_QUOTES) ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
