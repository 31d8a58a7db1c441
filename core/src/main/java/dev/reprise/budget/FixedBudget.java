package dev.reprise.budget;

import java.util.OptionalDouble;

/** A budget that grants every retry or none. It has no state. */
final class FixedBudget extends BudgetAdapter {

  static final RetryBudget UNLIMITED = new FixedBudget("unlimited", true);
  static final RetryBudget NONE = new FixedBudget("none", false);

  private final String name;
  private final boolean answer;

  private FixedBudget(String name, boolean answer) {
    this.name = name;
    this.answer = answer;
  }

  @Override
  public boolean tryAcquire(long nowNanos) {
    return answer;
  }

  @Override
  public RetryBudget newInstance() {
    return this;
  }

  @Override
  public boolean isFull(long nowNanos) {
    return true;
  }

  @Override
  public OptionalDouble level(long nowNanos) {
    return OptionalDouble.of(answer ? 1 : 0);
  }

  @Override
  public long retriesWhenFull() {
    return answer ? Long.MAX_VALUE : 0;
  }

  @Override
  public String toString() {
    return name;
  }
}
