package dev.reprise.simulator.client;

import dev.reprise.budget.RetryBudget;

/**
 * A budget with a breaker on retries: while a share of the recent first attempts fail, it refuses
 * every retry. First attempts are never refused. Not safe for use by several threads.
 */
public final class RetryBreaker extends DecoratedBudget {

  private final double share;
  private final int minCalls;
  private final long windowNanos;
  private final SlidingCounts firstAttempts;

  /**
   * Creates a budget whose breaker is closed.
   *
   * @param budget the budget that grants the permits while the breaker is closed
   * @param share the share of failed first attempts from which on retries are refused, more than 0
   *     and at most 1
   * @param minCalls the number of recent first attempts below which nothing is refused, at least 1
   * @param windowNanos the period of the recent first attempts, in nanoseconds, at least 10; it
   *     advances in steps of a tenth
   */
  public RetryBreaker(RetryBudget budget, double share, int minCalls, long windowNanos) {
    super(budget);
    this.share = share;
    this.minCalls = minCalls;
    this.windowNanos = windowNanos;
    firstAttempts = new SlidingCounts(windowNanos);
  }

  @Override
  public boolean readsTicks() {
    return true;
  }

  @Override
  public void firstAttemptSucceeded(long nowNanos) {
    firstAttempts.add(nowNanos, true, false);
    super.firstAttemptSucceeded(nowNanos);
  }

  @Override
  public void firstAttemptFailed(long nowNanos) {
    firstAttempts.add(nowNanos, true, true);
    super.firstAttemptFailed(nowNanos);
  }

  @Override
  public boolean tryAcquire(int price, long nowNanos) {
    return !isOpen(nowNanos) && super.tryAcquire(price, nowNanos);
  }

  private boolean isOpen(long nowNanos) {
    int all = firstAttempts.all(nowNanos);
    return all >= minCalls && firstAttempts.some(nowNanos) >= share * all;
  }

  @Override
  public boolean isFull(long nowNanos) {
    return firstAttempts.all(nowNanos) == 0 && super.isFull(nowNanos);
  }

  @Override
  public RetryBudget newInstance() {
    return new RetryBreaker(budget().newInstance(), share, minCalls, windowNanos);
  }

  @Override
  public String toString() {
    return budget() + " with a breaker at " + 100 * share + " %";
  }
}
