package dev.reprise.simulator.model;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.text.PrintableText;

/**
 * A way to retry that is compared with others.
 *
 * @param label what it is called
 * @param policy decides
 * @param budget each process gets one like it
 * @param heedsHints whether it waits as long as a server asks for
 */
public record Contender(String label, RetryPolicy policy, RetryBudget budget, boolean heedsHints) {

  /**
   * One of any kind.
   *
   * @param label what it is called
   * @param policy decides
   * @param budget each process gets one like it
   * @param heedsHints whether it waits as long as a server asks for
   * @throws IllegalArgumentException if the policy hedges, which simulated clients do not
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
   * One that heeds what servers ask for, as this library does.
   *
   * @param label what it is called
   * @param policy decides
   * @param budget each process gets one like it
   * @throws IllegalArgumentException if the policy hedges, which simulated clients do not
   */
  public Contender(String label, RetryPolicy policy, RetryBudget budget) {
    this(label, policy, budget, true);
  }

  ClientSettings in(int processes, long timeoutNanos) {
    return new ClientSettings(policy, budget, processes, timeoutNanos, heedsHints);
  }
}
