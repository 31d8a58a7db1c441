package dev.reprise.batch;

import dev.reprise.budget.RetryBudget;

/**
 * Tells the budget of calls and permits in the order that it asks for. A permit is had for a rest;
 * where rests are merged, the chunk that carries them holds their permits.
 */
final class BudgetBook {

  private final RetryBudget budget;

  BudgetBook(RetryBudget budget) {
    this.budget = budget;
  }

  void started(int permits, long nowNanos) {
    if (permits == 0) {
      budget.callStarted(nowNanos);
    }
  }

  /** A call has settled its whole chunk. */
  void accepted(int permits, long nowNanos) {
    if (permits == 0) {
      budget.firstTrySucceeded(nowNanos);
    } else {
      returned(permits, true, nowNanos);
    }
  }

  /** A call has left a rest that is not to be sent again. */
  void givenUp(int permits, long nowNanos) {
    if (permits == 0) {
      budget.callFinished(nowNanos);
    } else {
      returned(permits, false, nowNanos);
    }
  }

  /** A call has left a rest that is to be sent again, if this grants it. */
  boolean grants(int permits, long nowNanos) {
    if (permits == 0) {
      budget.firstTryFailed(nowNanos);
    }
    for (int i = 0; i < permits; i++) {
      budget.permitReturned(false, nowNanos);
      if (i > 0) {
        budget.callFinished(nowNanos);
      }
    }
    if (budget.tryAcquire(nowNanos)) {
      return true;
    }
    budget.callFinished(nowNanos);
    return false;
  }

  /** Permits are over, and the calls that they were for. */
  void returned(int permits, boolean succeeded, long nowNanos) {
    for (int i = 0; i < permits; i++) {
      budget.permitReturned(succeeded, nowNanos);
      budget.callFinished(nowNanos);
    }
  }
}
