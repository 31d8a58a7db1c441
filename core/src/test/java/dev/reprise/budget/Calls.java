package dev.reprise.budget;

import java.util.function.BooleanSupplier;

/** Makes whole calls against a budget, with the notifications of a driver. */
final class Calls {

  static final long SECOND = 1_000_000_000L;

  private Calls() {}

  /**
   * Makes one call; {@code attempt} returns whether an attempt succeeds. Returns true if one
   * succeeds.
   */
  static boolean call(RetryBudget budget, int maxAttempts, long tick, BooleanSupplier attempt) {
    budget.callStarted(tick);
    if (attempt.getAsBoolean()) {
      budget.firstAttemptSucceeded(tick);
      return true;
    }
    budget.firstAttemptFailed(tick);
    boolean succeeded = false;
    for (int made = 1; made < maxAttempts && !succeeded && budget.tryAcquire(tick); made++) {
      succeeded = attempt.getAsBoolean();
      budget.permitReturned(succeeded, tick);
    }
    budget.callFinished(tick);
    return succeeded;
  }

  static void succeed(RetryBudget budget, int times, long tick) {
    for (int i = 0; i < times; i++) {
      call(budget, 1, tick, () -> true);
    }
  }

  static void fail(RetryBudget budget, int times, long tick) {
    for (int i = 0; i < times; i++) {
      call(budget, 1, tick, () -> false);
    }
  }

  /** Takes permits until one is refused, and does not return them. */
  static int drain(RetryBudget budget, long tick) {
    int granted = 0;
    while (granted < 1_000_000 && budget.tryAcquire(tick)) {
      granted++;
    }
    return granted;
  }
}
