package dev.reprise.simulator.model;

import java.util.List;

/**
 * A situation with the values of all its parameters. Immutable; runs are independent of each other
 * and may be simulated by several threads.
 */
public interface Model {

  /**
   * Returns the metrics of a run.
   *
   * @return the metrics, the most important first
   */
  List<Metric> metrics();

  /**
   * Simulates one run of a contender.
   *
   * @param contender the contender
   * @param seed the seed of the random numbers
   * @param watch whether to record series over time and a trace
   * @return the values of the metrics
   */
  Run run(Contender contender, Seed seed, boolean watch);

  /**
   * Estimates the cost of a run, without a simulation.
   *
   * @param contender the contender
   * @return the number of events, above 0; rather too high than too low
   */
  double estimatedEvents(Contender contender);
}
