package dev.reprise.simulator.testing;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.text.PrintableText;
import java.util.List;

/** The results of a {@link Simulation}. Immutable. */
public final class SimulationResult {

  private final Simulation simulation;
  private final Cell cell;

  SimulationResult(Simulation simulation, Cell cell) {
    this.simulation = simulation;
    this.cell = cell;
  }

  /**
   * Returns the simulation that was run.
   *
   * @return the simulation
   */
  public Simulation simulation() {
    return simulation;
  }

  /**
   * Returns the metrics of the scenario.
   *
   * @return the metrics, the most important first
   */
  public List<Metric> metrics() {
    return cell.metrics();
  }

  /**
   * Returns the values of a metric in all runs.
   *
   * @param metric the name of the metric, such as {@code recovery_s}
   * @return one value for each run, in the order of the runs; infinite where the metric is
   *     undefined
   * @throws IllegalArgumentException if there is no such metric; the message lists the existing
   *     ones
   */
  public double[] values(String metric) {
    return cell.valuesOf(metric).clone();
  }

  /**
   * Returns the mean of a metric with its standard error.
   *
   * @param metric the name of the metric
   * @return the estimate; {@link Estimate#undefined()} is the number of runs in which the metric is
   *     undefined
   * @throws IllegalArgumentException if there is no such metric; the message lists the existing
   *     ones
   */
  public Estimate estimate(String metric) {
    return cell.estimate(metric);
  }

  Metric metric(String name) {
    for (Metric metric : metrics()) {
      if (metric.name().equals(name)) {
        return metric;
      }
    }
    throw new IllegalArgumentException(
        "there is no metric "
            + PrintableText.oneLine(name)
            + " in "
            + simulation.situation()
            + "; there are "
            + String.join(", ", metrics().stream().map(Metric::name).toList()));
  }
}
