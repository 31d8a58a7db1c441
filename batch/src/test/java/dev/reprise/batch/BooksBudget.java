package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;

/** A budget that keeps books of what it is told: whether calls and permits balance at the end. */
final class BooksBudget implements RetryBudget {

  private final RetryBudget grants;
  private long callsOpen;
  private long permitsOpen;

  BooksBudget(RetryBudget grants) {
    this.grants = grants;
  }

  /** Every call that was begun is over, every permit is back. */
  void balance() {
    assertThat(permitsOpen).as("permits not returned").isZero();
    assertThat(callsOpen).as("calls not finished").isZero();
  }

  @Override
  public boolean readsTicks() {
    return grants.readsTicks();
  }

  @Override
  public void callStarted(long nowNanos) {
    callsOpen++;
    grants.callStarted(nowNanos);
  }

  @Override
  public void firstTrySucceeded(long nowNanos) {
    callOver();
    grants.firstTrySucceeded(nowNanos);
  }

  @Override
  public void firstTryFailed(long nowNanos) {
    grants.firstTryFailed(nowNanos);
  }

  @Override
  public boolean tryAcquire(long nowNanos) {
    boolean granted = grants.tryAcquire(nowNanos);
    permitsOpen += granted ? 1 : 0;
    assertThat(permitsOpen).as("permits for calls").isLessThanOrEqualTo(callsOpen);
    return granted;
  }

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {
    permitsOpen--;
    assertThat(permitsOpen).as("permits").isNotNegative();
    grants.permitReturned(succeeded, nowNanos);
  }

  @Override
  public void callFinished(long nowNanos) {
    callOver();
    grants.callFinished(nowNanos);
  }

  private void callOver() {
    callsOpen--;
    assertThat(callsOpen).as("calls").isNotNegative();
  }

  @Override
  public RetryBudget fresh() {
    return new BooksBudget(grants.fresh());
  }

  @Override
  public boolean isFull(long nowNanos) {
    return grants.isFull(nowNanos);
  }

  @Override
  public long fullPaysFor() {
    return grants.fullPaysFor();
  }
}
