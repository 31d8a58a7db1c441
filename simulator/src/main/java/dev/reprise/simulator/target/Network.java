package dev.reprise.simulator.target;

import dev.reprise.simulator.engine.SimulationRandom;

/**
 * The latency of a message in one direction: |Normal(mean, deviation)|, independent for each
 * message.
 *
 * @param meanNanos the mean, in nanoseconds, at least 0
 * @param deviationNanos the standard deviation, in nanoseconds; 0 for a constant latency
 * @param random the source of random latencies
 */
public record Network(double meanNanos, double deviationNanos, SimulationRandom random) {

  long oneWayNanos() {
    return deviationNanos == 0
        ? (long) meanNanos
        : (long) Math.abs(meanNanos + deviationNanos * random.nextGaussian());
  }
}
