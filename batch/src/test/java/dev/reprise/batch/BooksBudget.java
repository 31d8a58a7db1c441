package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import org.jspecify.annotations.Nullable;

/** A budget that keeps books of what it is told: whether calls and permits balance at the end. */
final class BooksBudget implements RetryBudget {

  private final RetryBudget grants;
  private long callsOpen;
  private long permitsOpen;
  private @Nullable AssertionError mistake;

  BooksBudget(RetryBudget grants) {
    this.grants = grants;
  }

  /** Every call that was begun is over, every permit is back. */
  void balance() {
    if (mistake != null) {
      throw mistake;
    }
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
    check(permitsOpen <= callsOpen, "more permits than calls");
    return granted;
  }

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {
    permitsOpen--;
    check(permitsOpen >= 0, "a permit returned that was not given");
    grants.permitReturned(succeeded, nowNanos);
  }

  @Override
  public void callFinished(long nowNanos) {
    callOver();
    grants.callFinished(nowNanos);
  }

  private void callOver() {
    callsOpen--;
    check(callsOpen >= 0, "a call finished that was not begun");
  }

  /** Kept until the end: what a budget throws changes no run. */
  private void check(boolean right, String otherwise) {
    if (!right && mistake == null) {
      mistake = new AssertionError(otherwise);
    }
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
