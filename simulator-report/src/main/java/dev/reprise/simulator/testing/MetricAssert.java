package dev.reprise.simulator.testing;

import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import java.util.Locale;

/** Assertions on one metric of a simulation; see {@link SimulationAssert}. */
public final class MetricAssert {

  private static final double ERRORS = 3;

  private final SimulationAssert chain;
  private final SimulationResult result;
  private final Metric metric;
  private final boolean average;

  MetricAssert(SimulationAssert chain, SimulationResult result, Metric metric, boolean average) {
    this.chain = chain;
    this.result = result;
    this.metric = metric;
    this.average = average;
  }

  /**
   * Asserts that the metric is less than a bound.
   *
   * @param bound the bound, in the unit of the metric
   * @return the assertions on the result
   * @throws AssertionError if the metric is at or above the bound, or undefined
   */
  public SimulationAssert below(double bound) {
    return check("below", bound, 1, highest() < bound);
  }

  /**
   * Asserts that the metric is not more than a bound.
   *
   * @param bound the bound, in the unit of the metric
   * @return the assertions on the result
   * @throws AssertionError if the metric is above the bound, or undefined
   */
  public SimulationAssert atMost(double bound) {
    return check("at most", bound, 1, highest() <= bound);
  }

  /**
   * Asserts that the metric is more than a bound.
   *
   * @param bound the bound, in the unit of the metric
   * @return the assertions on the result
   * @throws AssertionError if the metric is at or below the bound, or undefined
   */
  public SimulationAssert above(double bound) {
    return check("above", bound, -1, lowest() > bound);
  }

  /**
   * Asserts that the metric is not less than a bound.
   *
   * @param bound the bound, in the unit of the metric
   * @return the assertions on the result
   * @throws AssertionError if the metric is below the bound, or undefined
   */
  public SimulationAssert atLeast(double bound) {
    return check("at least", bound, -1, lowest() >= bound);
  }

  /**
   * Returns the value that an upper bound is compared with; infinite or NaN if it is undefined in a
   * run.
   */
  private double highest() {
    return average ? meanAnd(ERRORS) : worst(1);
  }

  private double lowest() {
    return average ? meanAnd(-ERRORS) : worst(-1);
  }

  private double meanAnd(double errors) {
    Estimate estimate = result.estimate(metric.name());
    return estimate.undefined() > 0
        ? Double.NaN
        : estimate.mean() + errors * estimate.standardError();
  }

  private double worst(int sign) {
    double[] values = result.values(metric.name());
    return values[worstRun(values, sign)];
  }

  private static int worstRun(double[] values, int sign) {
    int worst = 0;
    for (int run = 0; run < values.length; run++) {
      boolean worse = Double.isNaN(values[run]) || sign * values[run] > sign * values[worst];
      if (worse && !Double.isNaN(values[worst])) {
        worst = run;
      }
    }
    return worst;
  }

  private SimulationAssert check(String relation, double bound, int sign, boolean holds) {
    if (!holds) {
      throw new AssertionError(message(relation, bound, sign));
    }
    return chain;
  }

  private String message(String relation, double bound, int sign) {
    double[] values = result.values(metric.name());
    int worst = worstRun(values, sign);
    Simulation simulation = result.simulation();
    String which = average ? "on average, with three standard errors" : "in every run";
    return String.join(
        System.lineSeparator(),
        simulation.situation()
            + ": "
            + metric.name()
            + " ("
            + metric.meaning()
            + ") must be "
            + relation
            + " "
            + text(bound)
            + " "
            + which
            + ", but is not",
        "  mean      " + mean(),
        "  worst run " + text(values[worst]) + " (run " + worst + ")",
        "  policy    " + simulation.contender().policy(),
        "  budget    " + simulation.contender().budget(),
        "  repeat    " + simulation.command());
  }

  private String mean() {
    Estimate estimate = result.estimate(metric.name());
    int runs = estimate.count() + estimate.undefined();
    if (estimate.count() == 0) {
      return metric.undefined() + ", in " + runs + (runs == 1 ? " run" : " runs");
    }
    String never =
        estimate.undefined() == 0
            ? ""
            : ", " + metric.undefined() + " in " + estimate.undefined() + " more";
    return text(estimate.mean())
        + " ± "
        + number(estimate.standardError())
        + " (standard error, "
        + estimate.count()
        + (estimate.count() == 1 ? " run" : " runs")
        + never
        + ")";
  }

  private String text(double value) {
    if (!Double.isFinite(value)) {
      return metric.undefined();
    }
    return metric.unit().isEmpty() ? number(value) : number(value) + " " + metric.unit();
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e9
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.4g", value);
  }
}
