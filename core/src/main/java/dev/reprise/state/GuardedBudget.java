package dev.reprise.state;

import dev.reprise.budget.RetryBudget;
import dev.reprise.internal.log.QuietLog;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

/**
 * Wrapper for drivers that makes a budget never throw: an exception of the wrapped budget is logged
 * once. An exception from {@code tryAcquire} counts as a refusal; exceptions of other methods have
 * no effect.
 */
final class GuardedBudget implements RetryBudget {

  private final RetryBudget budget;
  private final AtomicBoolean logged = new AtomicBoolean();

  private GuardedBudget(RetryBudget budget) {
    this.budget = budget;
  }

  /** Wraps a budget, except those of this library, which do not throw. */
  static RetryBudget of(RetryBudget budget) {
    boolean own = budget.getClass().getPackageName().equals(RetryBudget.class.getPackageName());
    return own || budget instanceof GuardedBudget ? budget : new GuardedBudget(budget);
  }

  private void report(LongConsumer method, long nowNanos) {
    try {
      method.accept(nowNanos);
    } catch (Throwable bug) {
      log(bug);
    }
  }

  private void log(Throwable bug) {
    QuietLog.firstWarning(
        logged,
        "Budget",
        budget,
        "retries that it does not grant are refused, and this is logged only once",
        bug);
  }

  @Override
  public boolean readsTicks() {
    try {
      return budget.readsTicks();
    } catch (Throwable bug) {
      log(bug);
      return true;
    }
  }

  @Override
  public void callStarted(long nowNanos) {
    report(budget::callStarted, nowNanos);
  }

  @Override
  public void firstAttemptSucceeded(long nowNanos) {
    report(budget::firstAttemptSucceeded, nowNanos);
  }

  @Override
  public void firstAttemptFailed(long nowNanos) {
    report(budget::firstAttemptFailed, nowNanos);
  }

  @Override
  public boolean tryAcquire(long nowNanos) {
    try {
      return budget.tryAcquire(nowNanos);
    } catch (Throwable bug) {
      log(bug);
      return false;
    }
  }

  @Override
  public boolean readsPrices() {
    try {
      return budget.readsPrices();
    } catch (Throwable bug) {
      log(bug);
      return false;
    }
  }

  @Override
  public boolean tryAcquire(int price, long nowNanos) {
    try {
      return budget.tryAcquire(price, nowNanos);
    } catch (Throwable bug) {
      log(bug);
      return false;
    }
  }

  @Override
  public void permitReturned(int price, boolean succeeded, long nowNanos) {
    report(now -> budget.permitReturned(price, succeeded, now), nowNanos);
  }

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {
    report(now -> budget.permitReturned(succeeded, now), nowNanos);
  }

  @Override
  public void callFinished(long nowNanos) {
    report(budget::callFinished, nowNanos);
  }

  /** If the wrapped budget cannot create a new instance, all keys share it. */
  @Override
  public RetryBudget newInstance() {
    try {
      return Objects.requireNonNull(budget.newInstance(), "newInstance() returned null");
    } catch (Throwable bug) {
      log(bug);
      return this;
    }
  }

  @Override
  public boolean isFull(long nowNanos) {
    try {
      return budget.isFull(nowNanos);
    } catch (Throwable bug) {
      log(bug);
      return false;
    }
  }

  @Override
  public OptionalDouble level(long nowNanos) {
    try {
      return Objects.requireNonNull(budget.level(nowNanos), "level() returned null");
    } catch (Throwable bug) {
      log(bug);
      return OptionalDouble.empty();
    }
  }

  @Override
  public long retriesWhenFull() {
    try {
      return budget.retriesWhenFull();
    } catch (Throwable bug) {
      log(bug);
      return 0;
    }
  }

  @Override
  public String toString() {
    return budget.toString();
  }
}
