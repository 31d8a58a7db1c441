package dev.reprise.cli.explain;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.util.List;

/** {@code reprise explain} with nothing but a policy. */
public final class Explain {

  /** Default number of retries shown. */
  static final int ROWS = 10;

  private Explain() {}

  /**
   * Explains a policy beside the standard budget, on standard output.
   *
   * @param words its settings, split at blanks or not; none for the defaults
   * @return false, and nothing is printed, if they are no policy
   */
  public static boolean print(List<String> words) {
    RetryPolicy policy;
    try {
      policy =
          words.isEmpty() ? RetryPolicy.defaults() : RetryPolicy.parse(String.join(" ", words));
    } catch (IllegalArgumentException mistake) {
      return false;
    }
    Explanation explanation = Explanation.of(policy, RetryBudget.standard(), ROWS);
    System.out.println(ExplanationText.of(explanation));
    return true;
  }
}
