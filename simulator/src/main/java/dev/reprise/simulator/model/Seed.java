package dev.reprise.simulator.model;

import dev.reprise.simulator.engine.SimulationRandom;

/**
 * The chance of one run. Contenders that run with the same seed meet the same arrivals.
 *
 * @param base what the user gave
 * @param run number of the run, from 0
 */
public record Seed(long base, int run) {

  /**
   * An independent stream.
   *
   * @param stream what it is for
   * @return a new generator
   */
  public SimulationRandom stream(Stream stream) {
    return SimulationRandom.of(base, run, stream.number);
  }

  /** The use of a stream of random numbers. */
  public enum Stream {
    /** Delays of policies. */
    POLICY(0),
    /** Messages. */
    NETWORK(1),
    /** Service times and failures. */
    SERVICE(2),
    /** When calls come, and to whom. */
    LOAD(3);

    private final int number;

    Stream(int number) {
      this.number = number;
    }
  }
}
