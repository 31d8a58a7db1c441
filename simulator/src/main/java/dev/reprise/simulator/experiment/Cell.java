package dev.reprise.simulator.experiment;

import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.text.PrintableText;
import java.util.List;
import java.util.Map;

/**
 * The runs of one contender at one point.
 *
 * @param point values of the parameters that are swept, as text, by name; empty without a sweep
 * @param contender who
 * @param metrics what was measured
 * @param values of each metric, each run
 * @param events how many events all runs took
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of numbers, never compared
public record Cell(
    Map<String, String> point,
    Contender contender,
    List<Metric> metrics,
    double[][] values,
    long events) {

  /**
   * All runs of a metric.
   *
   * @param metric its name
   * @return one value a run, in the order of the runs
   * @throws IllegalArgumentException if there is no such metric
   */
  public double[] valuesOf(String metric) {
    for (int i = 0; i < metrics.size(); i++) {
      if (metrics.get(i).name().equals(metric)) {
        return values[i];
      }
    }
    throw new IllegalArgumentException(
        "there is no metric "
            + PrintableText.oneLine(metric)
            + " here; there are "
            + String.join(", ", metrics.stream().map(Metric::name).toList()));
  }

  /**
   * The mean of a metric.
   *
   * @param metric its name
   * @return its estimate
   * @throws IllegalArgumentException if there is no such metric
   */
  public Estimate estimate(String metric) {
    return Estimate.of(valuesOf(metric));
  }
}
