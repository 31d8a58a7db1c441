package dev.reprise.simulator.testing;

import java.time.Duration;

/**
 * Assertions on the results of a simulation. Each method checks one bound and returns this, so that
 * calls can be chained; it throws an {@link AssertionError} if the bound does not hold.
 *
 * <p>A bound must hold in <em>every</em> run: a recovery in nine of ten runs fails. After {@link
 * #onAverage()}, a bound must hold for the mean with three standard errors, so that a policy does
 * not pass by chance.
 *
 * <pre>{@code
 * assertThat(Simulation.of("outage-hang").policy(policy))
 *     .recoversWithin(Duration.ofSeconds(60))
 *     .amplificationBelow(1.2)
 *     .metric("p99_ms").below(2_000);
 * }</pre>
 */
public final class SimulationAssert {

  private static final double NANOS_A_SECOND = 1e9;

  private final SimulationResult result;
  private final boolean average;

  private SimulationAssert(SimulationResult result, boolean average) {
    this.result = result;
    this.average = average;
  }

  /**
   * Runs a simulation, and starts assertions on its results.
   *
   * @param simulation the simulation
   * @return the assertions
   */
  public static SimulationAssert assertThat(Simulation simulation) {
    return assertThat(simulation.run());
  }

  /**
   * Starts assertions on the results of a simulation.
   *
   * @param result the results
   * @return the assertions
   */
  public static SimulationAssert assertThat(SimulationResult result) {
    return new SimulationAssert(result, false);
  }

  /**
   * Applies the following bounds to the mean: the mean with three standard errors must be within
   * the bound. A metric that is undefined in any run fails its bound.
   *
   * @return this
   * @throws IllegalArgumentException if there are fewer than 3 runs
   */
  public SimulationAssert onAverage() {
    if (result.simulation().seeds() < 3) {
      throw new IllegalArgumentException(
          "onAverage() needs at least 3 seeds, but there were " + result.simulation().seeds());
    }
    return new SimulationAssert(result, true);
  }

  /**
   * Applies the following bounds to every run again.
   *
   * @return this
   */
  public SimulationAssert inEveryRun() {
    return new SimulationAssert(result, false);
  }

  /**
   * Asserts that 95 % of the calls succeed again within a time after a fault ({@code recovery_s}).
   *
   * @param limit the maximum time from the end of the fault
   * @return this
   * @throws AssertionError if it takes longer, or does not recover
   * @throws IllegalArgumentException if the scenario has no fault
   */
  public SimulationAssert recoversWithin(Duration limit) {
    return metric("recovery_s").atMost(limit.toNanos() / NANOS_A_SECOND);
  }

  /**
   * Asserts a bound on the mean number of attempts for each call of a run ({@code amplification}).
   *
   * @param bound the number of attempts must be below this; it is 1 without retries
   * @return this
   * @throws AssertionError if the number is at or above the bound
   * @throws IllegalArgumentException if the scenario does not have this metric
   */
  public SimulationAssert amplificationBelow(double bound) {
    return metric("amplification").below(bound);
  }

  /**
   * Asserts a bound on the attempts in the busiest second of a run ({@code peak_load}).
   *
   * @param bound the number of attempts in one second, divided by the calls that arrive per second,
   *     must be below this
   * @return this
   * @throws AssertionError if it is at or above the bound
   * @throws IllegalArgumentException if the scenario does not have this metric
   */
  public SimulationAssert loadBelow(double bound) {
    return metric("peak_load").below(bound);
  }

  /**
   * Asserts that at least a share of the calls succeeds ({@code answered}).
   *
   * @param share from 0 to 1
   * @return this
   * @throws AssertionError if fewer calls succeed
   * @throws IllegalArgumentException if the scenario does not have this metric
   */
  public SimulationAssert answersAtLeast(double share) {
    return metric("answered").atLeast(share);
  }

  /**
   * Starts assertions on a metric.
   *
   * @param name the name of the metric, such as {@code p99_ms}
   * @return the assertions on the metric
   * @throws IllegalArgumentException if there is no such metric; the message lists the existing
   *     ones
   */
  public MetricAssert metric(String name) {
    return new MetricAssert(this, result, result.metric(name), average);
  }
}
