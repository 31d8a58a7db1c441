package dev.reprise.simulator.testing;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.text.PrintableText;
import java.util.List;

/** The metrics of a {@link Simulation} that was run. Immutable. */
public final class SimulationResult {

  private final Simulation simulation;
  private final Cell cell;

  SimulationResult(Simulation simulation, Cell cell) {
    this.simulation = simulation;
    this.cell = cell;
  }

  /**
   * What was simulated.
   *
   * @return the simulation
   */
  public Simulation simulation() {
    return simulation;
  }

  /**
   * What was measured.
   *
   * @return the metrics, the most important first
   */
  public List<Metric> metrics() {
    return cell.metrics();
  }

  /**
   * A metric of every run.
   *
   * @param metric its name, such as {@code recovery_s}
   * @return one value a run, in the order of the runs; infinite for a metric that is undefined
   * @throws IllegalArgumentException if there is no such metric, with those that there are
   */
  public double[] values(String metric) {
    return cell.valuesOf(metric).clone();
  }

  /**
   * The mean of a metric, with its standard error.
   *
   * @param metric its name
   * @return the estimate; {@link Estimate#never()} is the number of runs in which it is undefined
   * @throws IllegalArgumentException if there is no such metric, with those that there are
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
