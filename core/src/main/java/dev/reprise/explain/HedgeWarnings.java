package dev.reprise.explain;

import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.internal.text.ShortDuration;
import dev.reprise.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;

/** Finds settings that make a hedge useless. */
final class HedgeWarnings {

  private HedgeWarnings() {}

  static List<String> of(RetryPolicy policy, RetryBudget budget) {
    return policy.hedge().isPresent() ? of(policy.hedge().get(), policy, budget) : List.of();
  }

  private static List<String> of(Hedge hedge, RetryPolicy policy, RetryBudget budget) {
    if (policy.maxAttempts() == 1) {
      return List.of("The hedge is never sent: it would be a second attempt.");
    }
    if (budget.retriesWhenFull() == 0) {
      return List.of("The hedge is never sent: the budget, " + budget + ", allows none.");
    }
    List<String> found = new ArrayList<>();
    lookAtDelay(hedge, policy, found);
    if (policy.maxAttempts() <= hedge.maxInFlight()) {
      found.add(
          "Hedges may use all "
              + policy.maxAttempts()
              + " attempts, so that none remains for a retry.");
    }
    return found;
  }

  private static void lookAtDelay(Hedge hedge, RetryPolicy policy, List<String> found) {
    long delay = ShortDuration.nanos(hedge.minDelay());
    long timeout = ShortDuration.nanos(policy.attemptTimeout());
    long within = ShortDuration.nanos(policy.within());
    String never =
        "The hedge is never sent: its delay is at least " + ShortDuration.format(delay) + ", ";
    if (delay >= within) {
      found.add(never + "but the call has only " + ShortDuration.format(within) + ".");
    } else if (delay >= timeout) {
      found.add(never + "but an attempt ends after " + ShortDuration.format(timeout) + ".");
    } else if (delay == 0 && !hedge.isPercentile()) {
      found.add("No delay before the hedge: every call sends more than one attempt.");
    }
  }
}
