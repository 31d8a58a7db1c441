package dev.reprise.simulator.model;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.client.ClientExtras;
import dev.reprise.simulator.client.ClientSettings;

/**
 * A policy and a budget that are compared with others.
 *
 * @param label the name of the contender in tables and charts
 * @param policy the policy that decides on retries
 * @param budget the prototype of the budget; each process has its own instance
 * @param respectsHints whether its clients respect the retry times that servers send
 */
public record Contender(
    String label, RetryPolicy policy, RetryBudget budget, boolean respectsHints) {

  /**
   * Creates a contender whose clients respect the retry times that servers send, as this library
   * does.
   *
   * @param label the name of the contender in tables and charts
   * @param policy the policy that decides on retries
   * @param budget the prototype of the budget; each process has its own instance
   */
  public Contender(String label, RetryPolicy policy, RetryBudget budget) {
    this(label, policy, budget, true);
  }

  /** Returns the settings of its clients, with a budget that may add rules to its own. */
  ClientSettings in(int processes, long timeoutNanos, RetryBudget prototype, ClientExtras extras) {
    return new ClientSettings(policy, prototype, processes, timeoutNanos, respectsHints, extras);
  }
}
