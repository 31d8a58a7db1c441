package dev.reprise.idempotency;

import dev.reprise.classify.Outcome;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A call that waits and runs on the caller's thread. */
final class BlockingRun<T extends @Nullable Object> {

  private final GuardSettings<T> settings;
  private final GuardProtocol<T> steps;

  BlockingRun(GuardProtocol<T> steps) {
    this.settings = steps.settings();
    this.steps = steps;
  }

  <X extends Throwable> GuardedResult<T> run(GuardedOperation<T, X> operation) throws X {
    GuardStep<T> step = steps.begin();
    if (step instanceof GuardStep.Wait<T> held) {
      step = settings.times().waitAtMost().isZero() ? pending(held, null) : awaitTurn(held);
    }
    return step instanceof GuardStep.Run<T> run
        ? steps.end(run.holder(), outcomeOf(operation, run.holder()))
        : ((GuardStep.Answer<T>) step).result();
  }

  private Outcome<T> outcomeOf(GuardedOperation<T, ?> operation, Holder<T> holder) {
    try {
      return Outcome.returned(operation.run(holder));
    } catch (Throwable failure) {
      return Outcome.threw(failure);
    }
  }

  /** The first step that is not to wait. */
  private GuardStep<T> awaitTurn(GuardStep.Wait<T> first) {
    if (!settings.waiters().mayBlock(settings.maxWaiting())) {
      return pending(first, null);
    }
    try {
      return awaitTurn();
    } finally {
      settings.waiters().unblocked();
    }
  }

  private GuardStep<T> awaitTurn() {
    String key = steps.key().digest();
    Thread caller = Thread.currentThread();
    PollSchedule pace = new PollSchedule(settings);
    Waiters.Waiter waiter = settings.waiters().join(key, () -> LockSupport.unpark(caller));
    try {
      GuardStep<T> step = steps.begin();
      while (step instanceof GuardStep.Wait<T> held) {
        step = pace.left() > 0 ? next(held, waiter, pace) : pending(held, null);
      }
      return step;
    } finally {
      settings.waiters().leave(key, waiter);
    }
  }

  private GuardStep<T> next(GuardStep.Wait<T> held, Waiters.Waiter waiter, PollSchedule pace) {
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

  private GuardStep<T> pending(GuardStep.Wait<T> held, @Nullable InterruptedException cause) {
    Duration leaseLeft = held.leaseLeft();
    throw new OutcomePendingException(steps.key(), leaseLeft, cause);
  }
}
