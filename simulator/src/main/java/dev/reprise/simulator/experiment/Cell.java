package dev.reprise.simulator.experiment;

import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.text.PrintableText;
import java.util.List;
import java.util.Map;

/**
 * The runs of one contender at one point of the sweeps.
 *
 * @param point the values of the swept parameters, as text, by name of the parameter; empty without
 *     a sweep
 * @param contender the contender
 * @param metrics the metrics of the runs
 * @param values the values of each metric in each run
 * @param events the number of events that all runs handled
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of numbers, never compared
public record Cell(
    Map<String, String> point,
    Contender contender,
    List<Metric> metrics,
    double[][] values,
    long events) {

  /**
   * Returns the number of runs.
   *
   * @return at least 0
   */
  public int runs() {
    return values[0].length;
  }

  /**
   * Returns the metric with a name, as it is in this cell.
   *
   * @param metric the name of the metric
   * @return the metric
   * @throws IllegalArgumentException if there is no such metric
   */
  public Metric metric(String metric) {
    return metrics.get(indexOf(metric));
  }

  /**
   * Returns the values of a metric in all runs.
   *
   * @param metric the name of the metric
   * @return one value for each run, in the order of the runs
   * @throws IllegalArgumentException if there is no such metric
   */
  public double[] valuesOf(String metric) {
    return values[indexOf(metric)];
  }

  private int indexOf(String metric) {
    for (int i = 0; i < metrics.size(); i++) {
      if (metrics.get(i).name().equals(metric)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "there is no metric "
            + PrintableText.oneLine(metric)
            + "; there are "
            + String.join(", ", metrics.stream().map(Metric::name).toList()));
  }

  /**
   * Returns the mean of a metric.
   *
   * @param metric the name of the metric
   * @return its estimate
   * @throws IllegalArgumentException if there is no such metric
   */
  public Estimate estimate(String metric) {
    return Estimate.of(valuesOf(metric));
  }
}
