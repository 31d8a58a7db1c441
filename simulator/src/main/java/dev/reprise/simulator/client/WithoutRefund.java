package dev.reprise.simulator.client;

import dev.reprise.budget.RetryBudget;

/**
 * A budget to which a success after retries gives nothing back: the end of each retry is reported
 * to it as a failure. For {@link RetryBudget#grpc(int, double)}, which counts failures, such a
 * success therefore costs a token.
 */
public final class WithoutRefund extends DecoratedBudget {

  /**
   * Creates a budget.
   *
   * @param budget the budget that grants the permits
   */
  public WithoutRefund(RetryBudget budget) {
    super(budget);
  }

  @Override
  public void permitReturned(int price, boolean succeeded, long nowNanos) {
    super.permitReturned(price, false, nowNanos);
  }

  @Override
  public RetryBudget newInstance() {
    return new WithoutRefund(budget().newInstance());
  }

  @Override
  public String toString() {
    return budget() + " without refund for retries";
  }
}
