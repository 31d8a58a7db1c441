package dev.reprise.cli.explain;

import dev.reprise.budget.RetryBudget;
import dev.reprise.cli.Times;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;

/** Looks at a hedge for what keeps it from helping. */
final class HedgeWarnings {

  private HedgeWarnings() {}

  static List<String> of(RetryPolicy policy, RetryBudget budget) {
    return policy.hedge().isPresent() ? of(policy.hedge().get(), policy, budget) : List.of();
  }

  private static List<String> of(Hedge hedge, RetryPolicy policy, RetryBudget budget) {
    if (policy.maxAttempts() == 1) {
      return List.of("The hedge never goes out: it would be a second attempt.");
    }
    if (budget.retriesWhenFull() == 0) {
      return List.of("The hedge never goes out: the budget, " + budget + ", pays for none.");
    }
    List<String> found = new ArrayList<>();
    lookAtDelay(hedge, policy, found);
    if (policy.maxAttempts() <= hedge.maxInFlight()) {
      found.add(
          "Hedges may use up all "
              + policy.maxAttempts()
              + " attempts: then there is no retry after them.");
    }
    return found;
  }

  private static void lookAtDelay(Hedge hedge, RetryPolicy policy, List<String> found) {
    long delay = Times.nanos(hedge.minDelay());
    long timeout = Times.nanos(policy.attemptTimeout());
    long within = Times.nanos(policy.within());
    String never = "The hedge never goes out: its delay is at least " + Times.format(delay) + ", ";
    if (delay >= within) {
      found.add(never + "but the call has only " + Times.format(within) + ".");
    } else if (delay >= timeout) {
      found.add(never + "but an attempt is over after " + Times.format(timeout) + ".");
    } else if (delay == 0 && !hedge.isPercentile()) {
      found.add("No delay before the hedge: each call asks more than once, slow or not.");
    }
  }
}
