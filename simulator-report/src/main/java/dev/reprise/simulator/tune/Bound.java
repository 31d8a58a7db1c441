package dev.reprise.simulator.tune;

import dev.reprise.simulator.stats.Estimate;

/**
 * What a metric must keep to, as {@code p99_ms<500} or {@code outage-hang:recovery_s<=60}.
 *
 * @param scenario in which scenario; empty for all that measure it
 * @param metric its name
 * @param relation on which side of the limit
 * @param limit in the metric's unit
 */
public record Bound(String scenario, String metric, Relation relation, double limit) {

  private static final double NEVER = 1000;

  /** On which side of its limit a metric must be. */
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
     * As it is written.
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

  boolean isAbout(String scenarioName, String metricName) {
    return metric.equals(metricName) && (scenario.isEmpty() || scenario.equals(scenarioName));
  }

  /**
   * By how much the mean, and so many standard errors, miss the limit, as a share of it. What never
   * came to be in some run misses it by far, and by more the more runs there are.
   *
   * @return 0 if the bound is kept
   */
  double missedBy(Estimate estimate, double errors) {
    int runs = estimate.count() + estimate.never();
    if (estimate.count() == 0) {
      return NEVER;
    }
    double doubt = errors * estimate.error();
    double value = estimate.mean() + (relation.isUpper() ? doubt : -doubt);
    double over = relation.isUpper() ? value - limit : limit - value;
    boolean isStrict = relation == Relation.BELOW || relation == Relation.ABOVE;
    boolean kept = isStrict ? over < 0 : over <= 0;
    double missed = kept ? 0 : Math.max(Double.MIN_NORMAL, over / Math.max(1e-9, Math.abs(limit)));
    return missed + NEVER * estimate.never() / runs;
  }

  /**
   * As it is written.
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
