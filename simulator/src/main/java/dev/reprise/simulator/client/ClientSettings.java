package dev.reprise.simulator.client;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;

/**
 * How clients call.
 *
 * @param policy decides
 * @param budget each process has one like it
 * @param processes how many there are, at least 1
 * @param timeoutNanos how long an attempt is waited for where its policy does not say less; {@link
 *     Long#MAX_VALUE} for as long as it takes
 * @param heedsHints whether they wait as long as a server asks for
 */
public record ClientSettings(
    RetryPolicy policy, RetryBudget budget, int processes, long timeoutNanos, boolean heedsHints) {

  /**
   * Clients that heed what servers ask for.
   *
   * @param policy decides
   * @param budget each process has one like it
   * @param processes how many there are, at least 1
   * @param timeoutNanos how long an attempt is waited for
   */
  public ClientSettings(RetryPolicy policy, RetryBudget budget, int processes, long timeoutNanos) {
    this(policy, budget, processes, timeoutNanos, true);
  }
}
