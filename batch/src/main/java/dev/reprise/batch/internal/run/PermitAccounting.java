package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Permits;
import dev.reprise.state.RetryState;
import java.util.List;

/**
 * The permits that chunks hold, settled with the state of the called resource. A retry of
 * unprocessed items needs a permit. A chunk into which several retries are merged holds all of
 * their permits, and counts as that many calls.
 */
final class PermitAccounting {

  private static final long NOT_MEASURED = 0;

  private final RetryState state;

  PermitAccounting(RetryState state) {
    this.state = state;
  }

  void started(Permits permits, long nowNanos) {
    if (permits.isNone()) {
      state.callStarted(nowNanos);
    }
  }

  /** Settles a call whose whole chunk was accepted. */
  void accepted(Permits permits, long nowNanos) {
    if (permits.isNone()) {
      state.firstAttemptAccepted(nowNanos);
    } else {
      returned(permits, true, nowNanos);
    }
  }

  /** Settles a call whose unprocessed items are not sent again. */
  void givenUp(Permits permits, long nowNanos) {
    if (permits.isNone()) {
      state.retryingStarted();
      state.firstAttemptEnded(false, NOT_MEASURED, nowNanos);
      state.callFinished(nowNanos);
    } else {
      returned(permits, false, nowNanos);
    }
  }

  /**
   * Settles a call whose unprocessed items are sent again if a permit is granted; returns whether
   * it is.
   *
   * @param isFirst false for further items of a call that was settled already
   * @param price the price of the permit
   */
  boolean grants(Permits permits, boolean isFirst, int price, long nowNanos) {
    return isFirst ? grants(permits, price, nowNanos) : grantsMore(price, nowNanos);
  }

  private boolean grants(Permits permits, int price, long nowNanos) {
    if (permits.isNone()) {
      state.retryingStarted();
      state.firstAttemptEnded(true, NOT_MEASURED, nowNanos);
    }
    List<Integer> prices = permits.prices();
    for (int i = 0; i < prices.size(); i++) {
      state.paidAttemptEnded(prices.get(i), false, NOT_MEASURED, nowNanos);
      if (i > 0) {
        state.callFinished(nowNanos);
      }
    }
    return acquires(price, nowNanos);
  }

  /** Settles further items as a call of their own. */
  private boolean grantsMore(int price, long nowNanos) {
    state.callStarted(nowNanos);
    state.retryingStarted();
    state.firstAttemptEnded(true, NOT_MEASURED, nowNanos);
    return acquires(price, nowNanos);
  }

  private boolean acquires(int price, long nowNanos) {
    if (state.tryAcquire(price, nowNanos)) {
      return true;
    }
    state.callFinished(nowNanos);
    return false;
  }

  /** Returns permits, and ends the calls that they were for. */
  void returned(Permits permits, boolean succeeded, long nowNanos) {
    for (int paid : permits.prices()) {
      state.paidAttemptEnded(paid, succeeded, NOT_MEASURED, nowNanos);
      state.callFinished(nowNanos);
    }
  }
}
