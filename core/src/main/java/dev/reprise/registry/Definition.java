package dev.reprise.registry;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one name in the properties.
 *
 * @param read the policy as read from the properties, used to detect changes
 * @param policy the policy to use, with added code
 * @param budget the text form of the budget; null if none was set
 */
record Definition(RetryPolicy read, RetryPolicy policy, @Nullable String budget) {

  Retry newRetry(String name) {
    Retry retry = Retry.of(policy).named(name);
    return budget == null ? retry : retry.withBudget(newBudget());
  }

  /** Returns the retry after a change to this definition. */
  Retry changed(Retry retry, Definition before) {
    Retry changed = read.equals(before.read) ? retry : retry.withPolicy(policy);
    return Objects.equals(budget, before.budget) ? changed : changed.withBudget(newBudget());
  }

  private RetryBudget newBudget() {
    return budget == null ? RetryBudget.standard() : RetryBudget.parse(budget);
  }
}
