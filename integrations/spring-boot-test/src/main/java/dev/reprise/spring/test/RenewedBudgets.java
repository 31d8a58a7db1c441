package dev.reprise.spring.test;

import dev.reprise.budget.RetryBudget;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;

/** The budgets of a context, which are all replaced by full ones between two tests. */
final class RenewedBudgets {

  private volatile int generation;

  RetryBudget renewing(RetryBudget budget) {
    return new Renewed(budget);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // called between two tests, by one thread
  void renew() {
    generation++;
  }

  private record Numbered(int generation, RetryBudget budget) {}

  /** A budget that replaces itself when it is used in a later generation. */
  private final class Renewed implements RetryBudget {

    private final AtomicReference<Numbered> current;

    Renewed(RetryBudget budget) {
      current = new AtomicReference<>(new Numbered(generation, budget));
    }

    private RetryBudget current() {
      int wanted = generation;
      Numbered now =
          current.updateAndGet(
              known ->
                  known.generation == wanted
                      ? known
                      : new Numbered(wanted, known.budget.newInstance()));
      return Objects.requireNonNull(now).budget;
    }

    @Override
    public boolean readsTicks() {
      return current().readsTicks();
    }

    @Override
    public void callStarted(long nowNanos) {
      current().callStarted(nowNanos);
    }

    @Override
    public void firstAttemptSucceeded(long nowNanos) {
      current().firstAttemptSucceeded(nowNanos);
    }

    @Override
    public void firstAttemptFailed(long nowNanos) {
      current().firstAttemptFailed(nowNanos);
    }

    @Override
    public boolean tryAcquire(long nowNanos) {
      return current().tryAcquire(nowNanos);
    }

    @Override
    public boolean readsPrices() {
      return current().readsPrices();
    }

    @Override
    public boolean tryAcquire(int price, long nowNanos) {
      return current().tryAcquire(price, nowNanos);
    }

    @Override
    public void permitReturned(boolean succeeded, long nowNanos) {
      current().permitReturned(succeeded, nowNanos);
    }

    @Override
    public void permitReturned(int price, boolean succeeded, long nowNanos) {
      current().permitReturned(price, succeeded, nowNanos);
    }

    @Override
    public void callFinished(long nowNanos) {
      current().callFinished(nowNanos);
    }

    @Override
    public RetryBudget newInstance() {
      return new Renewed(current().newInstance());
    }

    @Override
    public boolean isFull(long nowNanos) {
      return current().isFull(nowNanos);
    }

    @Override
    public OptionalDouble level(long nowNanos) {
      return current().level(nowNanos);
    }

    @Override
    public long retriesWhenFull() {
      return current().retriesWhenFull();
    }

    @Override
    public String toString() {
      return current().toString();
    }
  }
}
