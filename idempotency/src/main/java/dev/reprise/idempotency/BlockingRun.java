package dev.reprise.idempotency;

import dev.reprise.classify.Outcome;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A call that waits and runs on the caller's thread. */
final class BlockingRun<T extends @Nullable Object> {

  private final GuardSettings<T> settings;
  private final Steps<T> steps;

  BlockingRun(Steps<T> steps) {
    this.settings = steps.settings();
    this.steps = steps;
  }

  <X extends Throwable> GuardedResult<T> run(GuardedOperation<T, X> operation) throws X {
    Step<T> step = steps.begin();
    if (step instanceof Step.Wait<T> held) {
      step = settings.times().waitAtMost().isZero() ? pending(held, null) : awaitTurn(held);
    }
    return step instanceof Step.Run<T> run
        ? steps.end(run.holder(), outcomeOf(operation, run.holder()))
        : ((Step.Answer<T>) step).result();
  }

  private Outcome<T> outcomeOf(GuardedOperation<T, ?> operation, Holder<T> holder) {
    try {
      return Outcome.returned(operation.run(holder));
    } catch (Throwable failure) {
      return Outcome.threw(failure);
    }
  }

  /** The first step that is not to wait. */
  private Step<T> awaitTurn(Step.Wait<T> first) {
    if (!settings.waiters().mayBlock(settings.maxWaiting())) {
      return pending(first, null);
    }
    try {
      return awaitTurn();
    } finally {
      settings.waiters().unblocked();
    }
  }

  private Step<T> awaitTurn() {
    String key = steps.key().digest();
    Thread caller = Thread.currentThread();
    Pace pace = new Pace(settings);
    Waiters.Waiter waiter = settings.waiters().join(key, () -> LockSupport.unpark(caller));
    try {
      Step<T> step = steps.begin();
      while (step instanceof Step.Wait<T> held) {
        step = pace.left() > 0 ? next(held, waiter, pace) : pending(held, null);
      }
      return step;
    } finally {
      settings.waiters().leave(key, waiter);
    }
  }

  private Step<T> next(Step.Wait<T> held, Waiters.Waiter waiter, Pace pace) {
    try {
      long nanos = pace.next(held.leaseLeft());
      if (!waiter.takeWoken()) {
        settings.environment().sleeper().sleep(nanos);
      }
      return steps.begin();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return pending(held, interrupted);
    }
  }

  private Step<T> pending(Step.Wait<T> held, @Nullable InterruptedException cause) {
    Duration leaseLeft = held.leaseLeft();
    throw new OutcomePendingException(steps.key(), leaseLeft, cause);
  }
}
