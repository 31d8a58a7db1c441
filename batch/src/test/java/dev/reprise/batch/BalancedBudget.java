package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import org.jspecify.annotations.Nullable;

/** A budget that checks whether calls and permits balance at the end. */
final class BalancedBudget implements RetryBudget {

  private final RetryBudget grants;
  private long callsOpen;
  private long permitsOpen;
  private long pricesOpen;
  private @Nullable AssertionError mistake;

  BalancedBudget(RetryBudget grants) {
    this.grants = grants;
  }

  /** Checks that every call has ended and every permit was returned. */
  void balance() {
    if (mistake != null) {
      throw mistake;
    }
    assertThat(permitsOpen).as("permits not returned").isZero();
    assertThat(pricesOpen).as("prices not returned").isZero();
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
  public void firstAttemptSucceeded(long nowNanos) {
    callOver();
    grants.firstAttemptSucceeded(nowNanos);
  }

  @Override
  public void firstAttemptFailed(long nowNanos) {
    grants.firstAttemptFailed(nowNanos);
  }

  @Override
  public boolean tryAcquire(long nowNanos) {
    return tryAcquire(1, nowNanos);
  }

  @Override
  public boolean tryAcquire(int price, long nowNanos) {
    boolean granted = grants.tryAcquire(price, nowNanos);
    permitsOpen += granted ? 1 : 0;
    pricesOpen += granted ? price : 0;
    check(permitsOpen <= callsOpen, "more permits than calls");
    return granted;
  }

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {
    permitReturned(1, succeeded, nowNanos);
  }

  @Override
  public void permitReturned(int price, boolean succeeded, long nowNanos) {
    permitsOpen--;
    pricesOpen -= price;
    check(permitsOpen >= 0, "a permit returned that was not given");
    grants.permitReturned(price, succeeded, nowNanos);
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

  /** Records an error until the end, because an exception of a budget does not change a run. */
  private void check(boolean right, String otherwise) {
    if (!right && mistake == null) {
      mistake = new AssertionError(otherwise);
    }
  }

  @Override
  public RetryBudget newInstance() {
    return new BalancedBudget(grants.newInstance());
  }

  @Override
  public boolean isFull(long nowNanos) {
    return grants.isFull(nowNanos);
  }

  @Override
  public long retriesWhenFull() {
    return grants.retriesWhenFull();
  }
}
