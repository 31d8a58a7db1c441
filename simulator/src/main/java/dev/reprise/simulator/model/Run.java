package dev.reprise.simulator.model;

import java.util.List;

/**
 * What was measured of a run.
 *
 * @param values one for each of the model's metrics, in their order; infinite for what never came
 *     to be
 * @param events how many events it took
 * @param series what went on over time, if the model was asked to watch
 * @param trace its attempts, if the model was asked to watch and keeps them; else none
 */
@SuppressWarnings("ArrayRecordComponent") // numbers, never compared
public record Run(double[] values, long events, List<Series> series, Trace trace) {

  /**
   * A run without a trace.
   *
   * @param values one for each of the model's metrics
   * @param events how many events it took
   * @param series what went on over time
   */
  public Run(double[] values, long events, List<Series> series) {
    this(values, events, series, new Trace(0));
  }
}
