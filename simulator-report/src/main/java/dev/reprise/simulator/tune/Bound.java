package dev.reprise.simulator.tune;

import dev.reprise.simulator.stats.Estimate;

/**
 * A bound on a metric, such as {@code p99_ms<500} or {@code outage-hang:recovery_s<=60}.
 *
 * @param scenario the scenario of the bound; empty for all scenarios with the metric
 * @param metric the name of the metric
 * @param relation the side of the limit on which the metric must be
 * @param limit the limit, in the unit of the metric
 */
public record Bound(String scenario, String metric, Relation relation, double limit) {

  /** Joins the name of a scenario with the values by which several of this name differ. */
  static final String AT = " at ";

  private static final double NEVER = 1000;

  /** The side of its limit on which a metric must be. */
  public enum Relation {
    /** {@code <=}. */
    AT_MOST("<="),
    /** {@code >=}. */
    AT_LEAST(">="),
    /** {@code <}. */
    BELOW("<"),
    /** {@code >}. */
    ABOVE(">");

    private final String sign;

    Relation(String sign) {
      this.sign = sign;
    }

    /**
     * Returns the sign.
     *
     * @return one or two characters
     */
    public String sign() {
      return sign;
    }

    boolean isUpper() {
      return this == AT_MOST || this == BELOW;
    }
  }

  /** Returns whether this bound holds for a scenario, also for one of several of its name. */
  boolean isFor(String scenarioName) {
    return scenario.isEmpty()
        || scenario.equals(scenarioName)
        || scenarioName.startsWith(scenario + AT);
  }

  /**
   * Returns the distance between limit and mean, or the worse end of its interval, as a share of
   * the limit. A metric that is undefined in some run counts as a large distance, which grows with
   * the number of such runs.
   *
   * @param surely whether the bound must hold in the whole interval (Student's t, 95 %)
   * @return 0 if the bound holds
   */
  double missedBy(Estimate estimate, boolean surely) {
    int runs = estimate.count() + estimate.undefined();
    if (estimate.count() == 0) {
      return NEVER;
    }
    double doubt = surely ? estimate.margin() : 0;
    double value = estimate.mean() + (relation.isUpper() ? doubt : -doubt);
    double over = relation.isUpper() ? value - limit : limit - value;
    boolean isStrict = relation == Relation.BELOW || relation == Relation.ABOVE;
    boolean kept = isStrict ? over < 0 : over <= 0;
    double missed = kept ? 0 : Math.max(Double.MIN_NORMAL, over / Math.max(1e-9, Math.abs(limit)));
    return missed + NEVER * estimate.undefined() / runs;
  }

  /**
   * Returns the text form.
   *
   * @return such as {@code p99_ms<500}
   */
  @Override
  public String toString() {
    return (scenario.isEmpty() ? "" : scenario + ":")
        + metric
        + relation.sign()
        + TuningNumbers.text(limit);
  }
}
