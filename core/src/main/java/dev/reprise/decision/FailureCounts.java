package dev.reprise.decision;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What counts of the failures of a call: how many attempts no longer do, for it was healthy after
 * them, and how often it has failed since then in each of the ways that its policy has {@linkplain
 * dev.reprise.policy.FailureRule rules} for. Immutable, equal by value.
 */
public final class FailureCounts {

  /** All attempts count, and no failures that a rule is for. */
  public static final FailureCounts NONE = new FailureCounts(0, new int[0]);

  private final int excludedAttempts;
  private final int[] counts;

  private FailureCounts(int excludedAttempts, int[] counts) {
    this.excludedAttempts = excludedAttempts;
    this.counts = counts;
  }

  /** Attempts that no longer count, and no failures since then. */
  static FailureCounts excluding(int attempts) {
    return attempts == 0 ? NONE : new FailureCounts(attempts, NONE.counts);
  }

  /**
   * How many attempts no longer count.
   *
   * @return at least 0
   */
  public int excludedAttempts() {
    return excludedAttempts;
  }

  /**
   * How many failures a rule was for.
   *
   * @param rule index of the rule in its policy, from 0
   * @return at least 0
   */
  public int of(int rule) {
    return rule < counts.length ? counts[rule] : 0;
  }

  /**
   * One more failure.
   *
   * @param rule index of the rule in its policy, from 0
   * @return the counts with one more for this rule
   */
  public FailureCounts plus(int rule) {
    int[] more = Arrays.copyOf(counts, Math.max(counts.length, rule + 1));
    more[rule] = more[rule] == Integer.MAX_VALUE ? more[rule] : more[rule] + 1;
    return new FailureCounts(excludedAttempts, more);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FailureCounts that
        && excludedAttempts == that.excludedAttempts
        && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return 31 * excludedAttempts + Arrays.hashCode(counts);
  }

  /**
   * The counts, by the index of the rule.
   *
   * @return such as {@code [2, 0, 1]}, or {@code [2, 0, 1] after 5 excluded}
   */
  @Override
  public String toString() {
    return Arrays.toString(counts)
        + (excludedAttempts == 0 ? "" : " after " + excludedAttempts + " excluded");
  }
}
