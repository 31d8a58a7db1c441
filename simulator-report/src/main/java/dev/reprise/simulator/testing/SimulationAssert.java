package dev.reprise.simulator.testing;

import java.time.Duration;

/**
 * What must hold in a simulation. Each method checks one bound and returns this, so that they can
 * be chained; the first that does not hold throws an {@link AssertionError}.
 *
 * <p>A bound must hold in <em>every</em> run: an outage that is recovered from in nine runs of ten
 * is not. Where the mean is meant, {@link #onAverage()} says so; then what must keep the bound is
 * the mean and three standard errors, so that chance does not pass what fails.
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
   * Runs a simulation, to say what must hold in it.
   *
   * @param simulation what is run
   * @return checks its bounds
   */
  public static SimulationAssert assertThat(Simulation simulation) {
    return assertThat(simulation.run());
  }

  /**
   * Says what must hold in a simulation that was run.
   *
   * @param result what was measured
   * @return checks its bounds
   */
  public static SimulationAssert assertThat(SimulationResult result) {
    return new SimulationAssert(result, false);
  }

  /**
   * The bounds that follow are for the mean: it and three standard errors must keep them. What
   * never came to be, if only in one run, keeps no bound all the same.
   *
   * @return checks the same result
   * @throws IllegalArgumentException if there are fewer than 3 runs
   */
  public SimulationAssert onAverage() {
    if (result.simulation().seeds() < 3) {
      throw new IllegalArgumentException(
          "onAverage() takes at least 3 seeds, but there were " + result.simulation().seeds());
    }
    return new SimulationAssert(result, true);
  }

  /**
   * The bounds that follow are for every run again.
   *
   * @return checks the same result
   */
  public SimulationAssert inEveryRun() {
    return new SimulationAssert(result, false);
  }

  /**
   * After a fault, 95 % of the calls are answered again within a time ({@code recovery_s}).
   *
   * @param limit the longest time from the end of the fault
   * @return this
   * @throws AssertionError if it takes longer, or never recovers
   * @throws IllegalArgumentException if the scenario has no fault to recover from
   */
  public SimulationAssert recoversWithin(Duration limit) {
    return metric("recovery_s").atMost(limit.toNanos() / NANOS_A_SECOND);
  }

  /**
   * Calls make fewer attempts than this, on the average of a run ({@code amplification}).
   *
   * @param bound attempts for each call; 1 is none but the first
   * @return this
   * @throws AssertionError if they make as many or more
   * @throws IllegalArgumentException if the scenario does not measure it
   */
  public SimulationAssert amplificationBelow(double bound) {
    return metric("amplification").below(bound);
  }

  /**
   * In no second do more attempts leave than this ({@code peak_load}).
   *
   * @param bound attempts in a second, for each call that comes in a second
   * @return this
   * @throws AssertionError if as many or more do
   * @throws IllegalArgumentException if the scenario does not measure it
   */
  public SimulationAssert loadBelow(double bound) {
    return metric("peak_load").below(bound);
  }

  /**
   * At least this share of the calls succeeds ({@code answered}).
   *
   * @param share from 0 to 1
   * @return this
   * @throws AssertionError if fewer do
   * @throws IllegalArgumentException if the scenario does not measure it
   */
  public SimulationAssert answersAtLeast(double share) {
    return metric("answered").atLeast(share);
  }

  /**
   * Chooses a metric.
   *
   * @param name such as {@code p99_ms}
   * @return takes its bound
   * @throws IllegalArgumentException if there is no such metric, with those that there are
   */
  public MetricAssert metric(String name) {
    return new MetricAssert(this, result, result.metric(name), average);
  }
}
