package dev.reprise.decision;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the failures of a call: the number of attempts that no longer count, since the call was
 * healthy after them, the number of failures since then for each {@linkplain
 * dev.reprise.policy.FailureRule rule} of its policy, and whether a failure has made the next hedge
 * due. Immutable, equal by value.
 */
public final class FailureCounts {

  /** Initial counts: all attempts count, and no failure matched a rule. */
  public static final FailureCounts NONE = new FailureCounts(0, new int[0], false);

  private final int excludedAttempts;
  private final int[] counts;
  private final boolean hedgeDue;

  private FailureCounts(int excludedAttempts, int[] counts, boolean hedgeDue) {
    this.excludedAttempts = excludedAttempts;
    this.counts = counts;
    this.hedgeDue = hedgeDue;
  }

  /** Creates counts with excluded attempts and no failures since then. */
  static FailureCounts excluding(int attempts) {
    return attempts == 0 ? NONE : new FailureCounts(attempts, NONE.counts, false);
  }

  /**
   * Number of attempts that no longer count.
   *
   * @return at least 0
   */
  public int excludedAttempts() {
    return excludedAttempts;
  }

  /**
   * Number of failures that matched a rule.
   *
   * @param rule index of the rule in its policy, from 0
   * @return at least 0
   */
  public int of(int rule) {
    return rule < counts.length ? counts[rule] : 0;
  }

  /**
   * Adds a failure.
   *
   * @param rule index of the rule in its policy, from 0
   * @return the counts with one more for this rule
   */
  public FailureCounts plus(int rule) {
    int[] more = Arrays.copyOf(counts, Math.max(counts.length, rule + 1));
    more[rule] = more[rule] == Integer.MAX_VALUE ? more[rule] : more[rule] + 1;
    return new FailureCounts(excludedAttempts, more, hedgeDue);
  }

  /**
   * Returns whether an attempt has failed since the last one began, while another was in flight:
   * the next hedge does not wait for its delay.
   *
   * @return false if no attempt has failed in this way
   */
  public boolean isHedgeDue() {
    return hedgeDue;
  }

  /** Returns the same counts, with this value of {@link #isHedgeDue()}. */
  FailureCounts withHedgeDue(boolean due) {
    return due == hedgeDue ? this : new FailureCounts(excludedAttempts, counts, due);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FailureCounts that
        && excludedAttempts == that.excludedAttempts
        && hedgeDue == that.hedgeDue
        && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * excludedAttempts + Arrays.hashCode(counts)) + Boolean.hashCode(hedgeDue);
  }

  /**
   * The counts, by the index of the rule.
   *
   * @return for example {@code [2, 0, 1]} or {@code [2, 0, 1] after 5 excluded}, followed by {@code
   *     , hedge due} if it is
   */
  @Override
  public String toString() {
    return Arrays.toString(counts)
        + (excludedAttempts == 0 ? "" : " after " + excludedAttempts + " excluded")
        + (hedgeDue ? ", hedge due" : "");
  }
}
