package dev.reprise.simulator.client;

import dev.reprise.budget.RetryBudget;
import java.util.OptionalDouble;

/** A budget that passes everything on to another one. */
abstract class DecoratedBudget implements RetryBudget {

  private final RetryBudget budget;

  DecoratedBudget(RetryBudget budget) {
    this.budget = budget;
  }

  RetryBudget budget() {
    return budget;
  }

  @Override
  public boolean readsTicks() {
    return budget.readsTicks();
  }

  @Override
  public void callStarted(long nowNanos) {
    budget.callStarted(nowNanos);
  }

  @Override
  public void firstAttemptSucceeded(long nowNanos) {
    budget.firstAttemptSucceeded(nowNanos);
  }

  @Override
  public void firstAttemptFailed(long nowNanos) {
    budget.firstAttemptFailed(nowNanos);
  }

  @Override
  public boolean tryAcquire(long nowNanos) {
    return tryAcquire(1, nowNanos);
  }

  @Override
  public boolean readsPrices() {
    return budget.readsPrices();
  }

  @Override
  public boolean tryAcquire(int price, long nowNanos) {
    return budget.tryAcquire(price, nowNanos);
  }

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {
    permitReturned(1, succeeded, nowNanos);
  }

  @Override
  public void permitReturned(int price, boolean succeeded, long nowNanos) {
    budget.permitReturned(price, succeeded, nowNanos);
  }

  @Override
  public void callFinished(long nowNanos) {
    budget.callFinished(nowNanos);
  }

  @Override
  public boolean isFull(long nowNanos) {
    return budget.isFull(nowNanos);
  }

  @Override
  public OptionalDouble level(long nowNanos) {
    return budget.level(nowNanos);
  }

  @Override
  public long retriesWhenFull() {
    return budget.retriesWhenFull();
  }
}
