package dev.reprise.simulator.model;

import java.util.List;

/**
 * The result of one simulated run.
 *
 * @param values one value for each metric of the model, in their order; infinite for an event that
 *     did not occur, such as a recovery
 * @param events the number of events that the run handled, at least 0
 * @param series values over time; empty unless the run was observed
 * @param trace the attempts of the run; empty unless the run was observed and the model records
 *     attempts
 */
@SuppressWarnings("ArrayRecordComponent") // numbers, never compared
public record Run(double[] values, long events, List<Series> series, Trace trace) {

  /**
   * Creates a result without a trace.
   *
   * @param values one value for each metric of the model, in their order
   * @param events the number of events that the run handled, at least 0
   * @param series values over time; empty unless the run was observed
   */
  public Run(double[] values, long events, List<Series> series) {
    this(values, events, series, new Trace(0));
  }
}
