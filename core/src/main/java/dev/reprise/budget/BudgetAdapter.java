package dev.reprise.budget;

/** A budget that ignores all reports of a call. Subclasses override the methods that they need. */
abstract class BudgetAdapter implements RetryBudget {

  @Override
  public boolean readsTicks() {
    return false;
  }

  @Override
  public void callStarted(long nowNanos) {}

  @Override
  public void firstAttemptSucceeded(long nowNanos) {}

  @Override
  public void firstAttemptFailed(long nowNanos) {}

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {}

  @Override
  public void callFinished(long nowNanos) {}
}
