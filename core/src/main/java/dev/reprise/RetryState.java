package dev.reprise;

import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.View;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is remembered about a called resource between calls: its budget, how many callers are
 * retrying, how long attempts take. Shared by all copies of a {@link Retry} that call the resource;
 * safe for use by any thread.
 */
public final class RetryState {

  private static final int LATENCY_WEIGHT = 8;

  private final RetryBudget budget;
  private final AtomicInteger retrying = new AtomicInteger();
  private volatile long latencyNanos;

  RetryState(RetryBudget budget) {
    this.budget = budget;
  }

  /**
   * The permits for retries.
   *
   * @return the budget
   */
  public RetryBudget budget() {
    return budget;
  }

  /**
   * A snapshot for decisions.
   *
   * @return latency of attempts, as far as failed calls showed it, and callers now retrying
   */
  public View view() {
    return new View(latencyNanos, Math.max(0, retrying.get()));
  }

  /** What a caller sees that is about to join those who retry. */
  View viewWithOneMore() {
    return new View(latencyNanos, Math.max(0, retrying.get()) + 1);
  }

  void retryingBegins() {
    retrying.incrementAndGet();
  }

  void retryingEnds() {
    retrying.decrementAndGet();
  }

  boolean isIdle() {
    return retrying.get() == 0;
  }

  /** A lost update between threads loses one sample of an average. */
  void attemptTook(long nanos) {
    if (nanos == 0) {
      return;
    }
    long average = latencyNanos;
    latencyNanos = average == 0 ? nanos : average + (nanos - average) / LATENCY_WEIGHT;
  }
}
