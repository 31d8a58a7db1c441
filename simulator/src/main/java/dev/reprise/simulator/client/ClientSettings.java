package dev.reprise.simulator.client;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;

/**
 * The settings of simulated clients.
 *
 * @param policy the policy that decides on retries
 * @param budget the prototype of the budget; each process has its own instance
 * @param processes the number of client processes, at least 1
 * @param timeoutNanos the timeout of an attempt, in nanoseconds, unless the policy has a shorter
 *     one; {@link Long#MAX_VALUE} for no timeout
 * @param respectsHints whether the clients respect the retry times that servers send
 * @param extras what the clients do in addition
 */
public record ClientSettings(
    RetryPolicy policy,
    RetryBudget budget,
    int processes,
    long timeoutNanos,
    boolean respectsHints,
    ClientExtras extras) {

  /**
   * Settings of clients that do nothing in addition to policy and budget, and respect the retry
   * times that servers send.
   *
   * @param policy the policy that decides on retries
   * @param budget the prototype of the budget; each process has its own instance
   * @param processes the number of client processes, at least 1
   * @param timeoutNanos the timeout of an attempt, in nanoseconds, unless the policy has a shorter
   *     one
   */
  public ClientSettings(RetryPolicy policy, RetryBudget budget, int processes, long timeoutNanos) {
    this(policy, budget, processes, timeoutNanos, true, ClientExtras.NONE);
  }
}
