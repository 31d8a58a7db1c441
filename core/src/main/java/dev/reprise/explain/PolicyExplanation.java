package dev.reprise.explain;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Explanation of a policy: the delays before its retries, the limits of a call, the results to
 * expect for some failure rates, and warnings about settings that may surprise. Computed from the
 * settings, without a call: hints of servers, which may lengthen each wait up to the policy's
 * {@code maxHint}, are not included.
 */
public final class PolicyExplanation {

  /** Maximum number of retries to show: {@value}. */
  public static final int MAX_ROWS = Schedule.HORIZON;

  private final Explanation explanation;

  private PolicyExplanation(Explanation explanation) {
    this.explanation = explanation;
  }

  /**
   * Explains a policy.
   *
   * @param policy the policy
   * @param budget the budget that is used with the policy, assumed to be full
   * @param rows number of retries to show, from 0 to {@value #MAX_ROWS}
   * @return the explanation
   * @throws IllegalArgumentException if {@code rows} is not within its bounds, or code sets the
   *     delays of the policy, so that they are unknown
   */
  public static PolicyExplanation of(RetryPolicy policy, RetryBudget budget, int rows) {
    if (rows < 0 || rows > MAX_ROWS) {
      throw new IllegalArgumentException(
          "rows must be from 0 to " + MAX_ROWS + ", but was " + rows);
    }
    try {
      return new PolicyExplanation(Explanation.of(policy, budget, rows));
    } catch (NoSuchElementException unknown) {
      throw new IllegalArgumentException(
          "the delays of " + policy.backoff() + " are unknown: they are set by code", unknown);
    }
  }

  /**
   * Sentences about settings that may surprise.
   *
   * @return one sentence for each finding, without messages of failures; empty if there are none
   */
  public List<String> warnings() {
    return explanation.warnings();
  }

  /**
   * The explanation as one JSON object on one line. Durations are in nanoseconds, null where there
   * is no limit.
   *
   * @return JSON by RFC 8259
   */
  public String toJson() {
    return ExplanationJson.of(explanation);
  }

  /**
   * The explanation as text in ASCII, in lines of at most 80 columns where no word is longer.
   *
   * @return several lines, separated by the line separator of the system
   */
  @Override
  public String toString() {
    return ExplanationText.of(explanation);
  }
}
