package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.queue.Permits;
import dev.reprise.state.RetryState;
import java.util.List;

/**
 * The permits that chunks hold, settled with the state of the called resource. A retry of
 * unprocessed items needs a permit; where such items are merged into one chunk, it holds the
 * permits of all of them, and is as many calls.
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

  /** A call has settled its whole chunk. */
  void accepted(Permits permits, long nowNanos) {
    if (permits.isNone()) {
      state.firstAttemptAccepted(nowNanos);
    } else {
      returned(permits, true, nowNanos);
    }
  }

  /** A call has left items that are not to be sent again. */
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
   * A call has left items that are to be sent again, if this grants it.
   *
   * @param price what that costs
   */
  boolean grants(Permits permits, int price, long nowNanos) {
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
    if (state.tryAcquire(price, nowNanos)) {
      return true;
    }
    state.callFinished(nowNanos);
    return false;
  }

  /** Permits are over, and the calls that they were for. */
  void returned(Permits permits, boolean succeeded, long nowNanos) {
    for (int paid : permits.prices()) {
      state.paidAttemptEnded(paid, succeeded, NOT_MEASURED, nowNanos);
      state.callFinished(nowNanos);
    }
  }
}
