package dev.reprise.simulator.model;

import java.util.List;

/** A situation with all its parameters set. Immutable; runs are independent of each other. */
public interface Model {

  /**
   * What is measured of a run.
   *
   * @return the metrics, the most important first
   */
  List<Metric> metrics();

  /**
   * Runs a contender once.
   *
   * @param contender how its clients retry
   * @param seed the chance of the run
   * @param watch whether to keep what goes on over time
   * @return what was measured
   */
  Run run(Contender contender, Seed seed, boolean watch);
}
