package dev.reprise.budget;

/** A budget that needs nothing it is told. What others do need, they override. */
abstract class SilentBudget implements RetryBudget {

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
