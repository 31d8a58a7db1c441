package dev.reprise.explain;

import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.View;
import dev.reprise.internal.text.ShortDuration;
import dev.reprise.policy.RetryPolicy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The explanation of a policy.
 *
 * @param policy the policy
 * @param budget the budget that is used with the policy
 * @param schedule its delays
 * @param rules rules for some failures, with their delays
 * @param worstNanos longest duration of a call; {@link Long#MAX_VALUE} without a limit
 * @param attempts likely number of attempts of a call whose attempts all fail
 * @param expectations expected results for some failure rates
 * @param warnings sentences about settings that may surprise
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
   * @param policy a policy whose backoff has no custom code
   * @param budget the budget, assumed to be full
   * @param rows number of retries to show
   */
  static Explanation of(RetryPolicy policy, RetryBudget budget, int rows) {
    Schedule schedule = Schedule.of(policy, rows);
    int attempts = (int) Math.min(schedule.likelyAttempts(), maxAttempts(budget));
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

  private static long maxAttempts(RetryBudget budget) {
    return Math.min(Integer.MAX_VALUE - 1, budget.retriesWhenFull()) + 1;
  }

  private static long worstNanos(RetryPolicy policy, Schedule schedule) {
    if (policy.attemptTimeout().isEmpty()) {
      return Long.MAX_VALUE;
    }
    long within = ShortDuration.nanos(policy.within());
    if (schedule.goesOn() || Schedule.dependsOnDurations(policy)) {
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
