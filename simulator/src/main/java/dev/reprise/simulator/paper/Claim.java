package dev.reprise.simulator.paper;

import dev.reprise.simulator.experiment.Results;
import java.util.function.ToDoubleFunction;

/**
 * A published result, with the range in which a simulation must be to agree with it.
 *
 * @param statement the quantity that is claimed, in a few words
 * @param published the published value, as text
 * @param min the least value that agrees
 * @param max the largest value that agrees, at least {@code min}
 * @param measure computes the value from the results of an experiment
 */
public record Claim(
    String statement, String published, double min, double max, ToDoubleFunction<Results> measure) {

  /**
   * Computes the simulated value.
   *
   * @param results the results of the claim's experiment, with at least one run of each cell
   * @return the value, in the unit of the published one
   * @throws IllegalArgumentException if the results lack a cell that the claim needs
   */
  public double simulated(Results results) {
    return measure.applyAsDouble(results);
  }

  /**
   * Returns whether a value agrees with the claim.
   *
   * @param value the simulated value
   * @return true from {@link #min()} to {@link #max()}; false for NaN
   */
  public boolean agrees(double value) {
    return value >= min && value <= max;
  }
}
