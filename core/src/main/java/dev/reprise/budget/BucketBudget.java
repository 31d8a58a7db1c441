package dev.reprise.budget;

import java.util.OptionalDouble;

/** A bucket of tokens that only successes fill. */
final class BucketBudget extends BudgetAdapter {

  static final int AWS_CAPACITY = 500;
  static final int AWS_RETRY_COST = 5;

  private static final int FIRST_ATTEMPT_REWARD = 1;

  private final Tokens tokens;
  private final int retryCost;

  BucketBudget(int capacity, int retryCost) {
    this.tokens = new Tokens(checkCapacity(capacity));
    this.retryCost = checkRetryCost(retryCost, capacity);
  }

  static int checkCapacity(int capacity) {
    return Bounds.check("capacity", capacity, 1, Integer.MAX_VALUE);
  }

  static int checkRetryCost(int retryCost, int capacity) {
    return Bounds.check("retryCost", retryCost, 0, capacity);
  }

  long available() {
    return tokens.available();
  }

  @Override
  public void firstAttemptSucceeded(long nowNanos) {
    tokens.give(FIRST_ATTEMPT_REWARD);
  }

  @Override
  public boolean tryAcquire(long nowNanos) {
    return tryAcquire(1, nowNanos);
  }

  @Override
  public boolean readsPrices() {
    return true;
  }

  @Override
  public boolean tryAcquire(int price, long nowNanos) {
    return tokens.tryTake((long) price * retryCost);
  }

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {
    permitReturned(1, succeeded, nowNanos);
  }

  @Override
  public void permitReturned(int price, boolean succeeded, long nowNanos) {
    if (succeeded) {
      tokens.give((long) price * retryCost);
    }
  }

  @Override
  public RetryBudget newInstance() {
    return new BucketBudget((int) tokens.capacity(), retryCost);
  }

  @Override
  public boolean isFull(long nowNanos) {
    return tokens.isFull();
  }

  @Override
  public OptionalDouble level(long nowNanos) {
    return tokens.level(tokens.available(), retryCost);
  }

  @Override
  public long retriesWhenFull() {
    return retryCost == 0 ? Long.MAX_VALUE : tokens.capacity() / retryCost;
  }

  @Override
  public String toString() {
    return "bucket(" + tokens.capacity() + ", " + retryCost + ")";
  }
}
