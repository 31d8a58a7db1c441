package dev.reprise.simulator.model;

import dev.reprise.simulator.engine.SimulationRandom;

/**
 * The seed of one run. Contenders that run with equal seeds receive the same arrivals.
 *
 * @param base the base seed of the experiment
 * @param run the number of the run, from 0
 */
public record Seed(long base, int run) {

  /**
   * Returns the generator of an independent stream.
   *
   * @param stream the use of the stream
   * @return a new generator
   */
  public SimulationRandom stream(Stream stream) {
    return SimulationRandom.of(base, run, stream.number);
  }

  /** The use of a stream of random numbers. */
  public enum Stream {
    /** Delays of policies. */
    POLICY(0),
    /** Latencies of messages. */
    NETWORK(1),
    /** Service times and failures of servers. */
    SERVICE(2),
    /** Arrival times of calls, and their processes. */
    LOAD(3),
    /** The choice of replicas. */
    ROUTE(4);

    private final int number;

    Stream(int number) {
      this.number = number;
    }
  }
}
