package dev.reprise.simulator.client;

import dev.reprise.policy.RetryPolicy;

/**
 * Behaviour of simulated clients in addition to their policy and budget.
 *
 * @param throttle the factor K of adaptive throttling, at least 1; 0 for no throttling. Before each
 *     attempt, a process rejects it itself with probability max(0, (requests - K accepts)/(requests
 *     + 1)), as in: Site Reliability Engineering, O'Reilly 2016, chapter 21, equation 21-1
 * @param throttleWindowNanos the period in which requests and accepts count, in nanoseconds, at
 *     least 1 s
 * @param otherShare the share of the calls that have the other policy, from 0 to 1
 * @param otherPolicy the policy of these calls
 */
public record ClientExtras(
    double throttle, long throttleWindowNanos, double otherShare, RetryPolicy otherPolicy) {

  private static final long MINUTES = 120_000_000_000L;

  /** Nothing in addition. */
  public static final ClientExtras NONE =
      new ClientExtras(0, MINUTES, 0, RetryPolicy.builder().build());
}
