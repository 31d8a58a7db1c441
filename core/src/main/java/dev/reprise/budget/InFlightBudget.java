package dev.reprise.budget;

import dev.reprise.internal.text.NumberText;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/** A budget that limits the retries in progress to a share of the calls in progress. */
final class InFlightBudget extends BudgetAdapter {

  static final double ENVOY_PERCENT = 20;
  static final int ENVOY_MIN_RETRIES = 3;

  private final double percent;
  private final int minRetries;
  private final StripedCount calls = new StripedCount();
  private final AtomicLong retries = new AtomicLong();

  InFlightBudget(double percent, int minRetries) {
    this.percent = checkPercent(percent);
    this.minRetries = checkMinRetries(minRetries);
  }

  static double checkPercent(double percent) {
    return Bounds.check("percent", percent, 0, 100);
  }

  static int checkMinRetries(int minRetries) {
    return Bounds.check("minRetries", minRetries, 0, Integer.MAX_VALUE);
  }

  long retries() {
    return retries.get();
  }

  @Override
  public void callStarted(long nowNanos) {
    calls.add(1);
  }

  @Override
  public void firstAttemptSucceeded(long nowNanos) {
    calls.add(-1);
  }

  @Override
  public void callFinished(long nowNanos) {
    calls.add(-1);
  }

  @Override
  public boolean tryAcquire(long nowNanos) {
    // The sum may miss calls that begin or end at the same time.
    long limit = limit(calls.sum());
    for (long held = retries.get(); held < limit; held = retries.get()) {
      if (retries.compareAndSet(held, held + 1)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public OptionalDouble level(long nowNanos) {
    return Bounds.shareLeft(limit(calls.sum()), retries.get());
  }

  private long limit(long inFlight) {
    return Math.max(minRetries, (long) (percent * inFlight / 100));
  }

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {
    retries.getAndDecrement();
  }

  @Override
  public RetryBudget newInstance() {
    return new InFlightBudget(percent, minRetries);
  }

  @Override
  public boolean isFull(long nowNanos) {
    return retries.get() == 0 && calls.sum() == 0;
  }

  @Override
  public long retriesWhenFull() {
    return limit(1) > 0 ? Long.MAX_VALUE : 0;
  }

  @Override
  public String toString() {
    return "inFlight(" + NumberText.format(percent) + "%, min=" + minRetries + ")";
  }
}
