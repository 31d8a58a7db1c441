package dev.reprise.simulator.model;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.text.PrintableText;

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
   * Creates a contender.
   *
   * @param label the name of the contender in tables and charts
   * @param policy the policy that decides on retries
   * @param budget the prototype of the budget; each process has its own instance
   * @param respectsHints whether its clients respect the retry times that servers send
   * @throws IllegalArgumentException if the policy hedges; simulated clients cannot hedge
   */
  public Contender {
    if (policy.hedge().isPresent()) {
      throw new IllegalArgumentException(
          "hedge is not simulated, but the policy of "
              + PrintableText.oneLine(label)
              + " has "
              + policy.hedge().get());
    }
  }

  /**
   * Creates a contender whose clients respect the retry times that servers send, as this library
   * does.
   *
   * @param label the name of the contender in tables and charts
   * @param policy the policy that decides on retries
   * @param budget the prototype of the budget; each process has its own instance
   * @throws IllegalArgumentException if the policy hedges; simulated clients cannot hedge
   */
  public Contender(String label, RetryPolicy policy, RetryBudget budget) {
    this(label, policy, budget, true);
  }

  ClientSettings in(int processes, long timeoutNanos) {
    return new ClientSettings(policy, budget, processes, timeoutNanos, respectsHints);
  }
}
