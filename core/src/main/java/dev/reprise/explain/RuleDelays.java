package dev.reprise.explain;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.DelayRange;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A rule for some failures, with the delays of a call that fails only in this way.
 *
 * @param rule the rule
 * @param delays the delays of the rule, or of the policy if the rule has no backoff; none if such
 *     failures are not retried
 */
record RuleDelays(FailureRule rule, List<DelayRange> delays) {

  static List<RuleDelays> of(RetryPolicy policy, int wanted) {
    List<RuleDelays> all = new ArrayList<>();
    for (FailureRule rule : policy.rules()) {
      int rows = Math.min(wanted, retries(policy, rule));
      List<DelayRange> delays = new ArrayList<>();
      for (DelayRow row : Schedule.first(alone(policy, rule), rows)) {
        delays.add(row.delay());
      }
      all.add(new RuleDelays(rule, List.copyOf(delays)));
    }
    return List.copyOf(all);
  }

  /** The policy for calls that fail only in this way. */
  private static RetryPolicy alone(RetryPolicy policy, FailureRule rule) {
    Optional<Backoff> own = rule.backoff();
    return own.isEmpty() ? policy : policy.toBuilder().backoff(own.get()).build();
  }

  private static int retries(RetryPolicy policy, FailureRule rule) {
    return Math.min(policy.maxAttempts(), rule.maxFailures()) - 1;
  }

  /**
   * The shortest and the longest delay before each retry, over all possible failures of the
   * attempts before it. Called for one retry after the other.
   */
  static final class Bounds {

    private final List<RetryPolicy> policies = new ArrayList<>();
    private final List<Integer> maxRetries = new ArrayList<>();
    private final List<List<DelayRow>> seen = new ArrayList<>();
    private long shortest = Long.MAX_VALUE;
    private long longest;

    Bounds(RetryPolicy policy) {
      for (FailureRule rule : policy.rules()) {
        if (rule.backoff().isPresent() && rule.maxFailures() > 1) {
          policies.add(alone(policy, rule));
          maxRetries.add(retries(policy, rule));
          seen.add(new ArrayList<>());
        }
      }
    }

    /**
     * The delay before the next retry.
     *
     * @param otherwise the delay after failures without a rule
     */
    DelayRange next(DelayRange otherwise) {
      for (int i = 0; i < policies.size(); i++) {
        List<DelayRow> rows = seen.get(i);
        if (rows.size() < maxRetries.get(i)) {
          DelayRow row = Schedule.next(policies.get(i), rows);
          rows.add(row);
          shortest = Math.min(shortest, row.delay().minNanos());
          longest = Math.max(longest, row.delay().maxNanos());
        }
      }
      return new DelayRange(
          Math.min(shortest, otherwise.minNanos()),
          otherwise.meanNanos(),
          Math.max(longest, otherwise.maxNanos()));
    }
  }
}
