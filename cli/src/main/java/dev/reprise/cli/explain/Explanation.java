package dev.reprise.cli.explain;

import dev.reprise.budget.RetryBudget;
import dev.reprise.cli.Times;
import dev.reprise.decision.View;
import dev.reprise.policy.RetryPolicy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Explanation of a policy, as a value.
 *
 * @param policy the policy
 * @param budget the budget that stands beside it
 * @param schedule its delays
 * @param rules what it does otherwise for some failures
 * @param worstNanos the longest a call can take; {@link Long#MAX_VALUE} if nothing limits it
 * @param attempts how many attempts a call is likely to make where all fail
 * @param expectations for some failure rates
 * @param warnings what may surprise, in words
 */
record Explanation(
    RetryPolicy policy,
    RetryBudget budget,
    Schedule schedule,
    List<RuleDelays> rules,
    long worstNanos,
    int attempts,
    List<Expectation> expectations,
    List<String> warnings) {

  private static final double[] FAILURE_RATES = {0.1, 0.5, 1};

  /**
   * Explains a policy.
   *
   * @param policy a policy without code in its backoff
   * @param budget the budget, taken for full
   * @param rows how many retries to show
   */
  static Explanation of(RetryPolicy policy, RetryBudget budget, int rows) {
    Schedule schedule = Schedule.of(policy, rows);
    int attempts = (int) Math.min(schedule.likelyAttempts(), paidFor(budget));
    return new Explanation(
        policy,
        budget,
        schedule,
        RuleDelays.of(policy, rows),
        worstNanos(policy, schedule),
        attempts,
        expectations(attempts),
        Warnings.of(policy, budget, schedule));
  }

  private static List<Expectation> expectations(int attempts) {
    List<Expectation> expectations = new ArrayList<>();
    for (double rate : FAILURE_RATES) {
      expectations.add(Expectation.of(rate, attempts));
    }
    return List.copyOf(expectations);
  }

  private static long paidFor(RetryBudget budget) {
    return Math.min(Integer.MAX_VALUE - 1, budget.retriesWhenFull()) + 1;
  }

  private static long worstNanos(RetryPolicy policy, Schedule schedule) {
    if (policy.attemptTimeout().isEmpty()) {
      return Long.MAX_VALUE;
    }
    long within = Times.nanos(policy.within());
    if (schedule.goesOn()) {
      return within;
    }
    BigInteger attempts = BigInteger.ZERO;
    for (int attempt = 1; attempt <= schedule.possible() + 1; attempt++) {
      long timeout = policy.attemptTimeoutNanos(attempt, View.NONE);
      attempts = attempts.add(BigInteger.valueOf(timeout));
    }
    return attempts
        .add(BigInteger.valueOf(schedule.waitedNanos()))
        .min(BigInteger.valueOf(within))
        .longValueExact();
  }
}
