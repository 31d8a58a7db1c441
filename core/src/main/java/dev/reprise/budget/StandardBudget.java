package dev.reprise.budget;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * A small bucket, a breaker on retries only, and a slow refill by idle time. A success at the first
 * attempt with a full bucket writes only to this thread's stripe of the window. See
 * docs/design/budgets.md.
 */
final class StandardBudget extends BudgetAdapter {

  static final int CAPACITY = 100;
  static final int RETRY_COST = 5;
  static final int FIRST_ATTEMPT_REWARD = 1;
  static final int BREAKER_ATTEMPTS = 20;
  static final long BREAKER_WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);
  static final long REFILL_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int SUCCEEDED = 0;
  private static final int FAILED = 1;
  private static final int KINDS = 2;

  private final Tokens tokens = new Tokens(CAPACITY);
  private final IdleRefill refill = new IdleRefill(tokens, REFILL_PERIOD_NANOS);
  private final CountWindow firstAttempts = new CountWindow(BREAKER_WINDOW_NANOS, KINDS);

  long available() {
    return tokens.available();
  }

  @Override
  public boolean readsTicks() {
    return true;
  }

  @Override
  public void firstAttemptSucceeded(long nowNanos) {
    firstAttempts.add(SUCCEEDED, nowNanos);
    tokens.give(FIRST_ATTEMPT_REWARD);
  }

  @Override
  public void firstAttemptFailed(long nowNanos) {
    firstAttempts.add(FAILED, nowNanos);
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
    refill.upTo(nowNanos);
    return !mostlyFails(nowNanos) && tokens.tryTake((long) price * RETRY_COST);
  }

  private boolean mostlyFails(long nowNanos) {
    long failed = firstAttempts.sum(FAILED, nowNanos);
    if (2 * failed < BREAKER_ATTEMPTS) {
      return false;
    }
    long all = failed + firstAttempts.sum(SUCCEEDED, nowNanos);
    return all >= BREAKER_ATTEMPTS && 2 * failed >= all;
  }

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {
    permitReturned(1, succeeded, nowNanos);
  }

  @Override
  public void permitReturned(int price, boolean succeeded, long nowNanos) {
    if (succeeded) {
      tokens.give((long) price * RETRY_COST);
    }
  }

  @Override
  public RetryBudget newInstance() {
    return new StandardBudget();
  }

  @Override
  public boolean isFull(long nowNanos) {
    return refill.wouldFill(nowNanos) && firstAttempts.isEmpty(nowNanos);
  }

  @Override
  public OptionalDouble level(long nowNanos) {
    return mostlyFails(nowNanos)
        ? OptionalDouble.of(0)
        : tokens.level(refill.availableAt(nowNanos), RETRY_COST);
  }

  @Override
  public long retriesWhenFull() {
    return CAPACITY / RETRY_COST;
  }

  @Override
  public String toString() {
    return "standard";
  }
}
