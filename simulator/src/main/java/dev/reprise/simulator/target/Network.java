package dev.reprise.simulator.target;

import dev.reprise.simulator.engine.SimulationRandom;

/**
 * How long a message takes one way: |Normal(mean, deviation)|, each by itself.
 *
 * @param meanNanos the mean, in nanoseconds, at least 0
 * @param deviationNanos the standard deviation, in nanoseconds; 0 for none
 * @param random where it is drawn from
 */
public record Network(double meanNanos, double deviationNanos, SimulationRandom random) {

  long oneWayNanos() {
    return deviationNanos == 0
        ? (long) meanNanos
        : (long) Math.abs(meanNanos + deviationNanos * random.nextGaussian());
  }
}
