package dev.reprise.registry;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What properties say of one name.
 *
 * @param read the policy as it was read, which tells whether it has changed
 * @param policy the policy to use, code added
 * @param budget the budget's text, as it prints itself; null if none was given
 */
record Definition(RetryPolicy read, RetryPolicy policy, @Nullable String budget) {

  Retry newRetry(String name) {
    Retry retry = Retry.of(policy).named(name);
    return budget == null ? retry : retry.withBudget(newBudget());
  }

  /** The retry after a change of its definition to this one. */
  Retry changed(Retry retry, Definition before) {
    Retry changed = read.equals(before.read) ? retry : retry.withPolicy(policy);
    return Objects.equals(budget, before.budget) ? changed : changed.withBudget(newBudget());
  }

  private RetryBudget newBudget() {
    return budget == null ? RetryBudget.standard() : RetryBudget.parse(budget);
  }
}
