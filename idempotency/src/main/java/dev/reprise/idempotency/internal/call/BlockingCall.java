package dev.reprise.idempotency.internal.call;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.failure.OutcomePendingException;
import dev.reprise.idempotency.operation.GuardedOperation;
import dev.reprise.idempotency.outcome.GuardedResult;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A guarded call that waits and runs the operation on the caller's thread. */
public final class BlockingCall<T extends @Nullable Object> {

  private final GuardSettings<T> settings;
  private final GuardProtocol<T> protocol;
  private final CallWatch watch;

  public BlockingCall(GuardProtocol<T> protocol) {
    this.settings = protocol.settings();
    this.protocol = protocol;
    watch = new CallWatch(protocol);
  }

  /** Runs the operation, or returns its recorded outcome. */
  public <X extends Throwable> GuardedResult<T> run(GuardedOperation<T, X> operation) throws X {
    try {
      GuardedResult<T> result = runOrReplay(operation);
      watch.returned(result);
      return result;
    } catch (Throwable failure) {
      watch.threw(failure);
      throw failure;
    }
  }

  private GuardedResult<T> runOrReplay(GuardedOperation<T, ?> operation) {
    GuardStep<T> step = protocol.begin();
    if (step instanceof GuardStep.Wait<T> held) {
      step = settings.times().waitAtMost().isZero() ? pending(held, null) : awaitHolder(held);
    }
    return step instanceof GuardStep.Run<T> run
        ? protocol.end(run.holder(), outcomeOf(operation, run.holder()))
        : ((GuardStep.Replay<T>) step).result();
  }

  private Outcome<T> outcomeOf(GuardedOperation<T, ?> operation, LeaseHolder<T> holder) {
    watch.runs();
    try {
      return Outcome.returned(operation.run(holder));
    } catch (Throwable failure) {
      return Outcome.threw(failure);
    }
  }

  /** Returns the first step that is not a wait. */
  private GuardStep<T> awaitHolder(GuardStep.Wait<T> first) {
    if (!settings.waiters().tryBlock(settings.maxWaiting())) {
      return pending(first, null);
    }
    watch.waits();
    try {
      return awaitHolder();
    } finally {
      settings.waiters().unblocked();
      watch.leaves();
    }
  }

  private GuardStep<T> awaitHolder() {
    String key = protocol.key().digest();
    Thread caller = Thread.currentThread();
    PollSchedule schedule = new PollSchedule(settings);
    Waiters.Waiter waiter = settings.waiters().join(key, () -> LockSupport.unpark(caller));
    try {
      GuardStep<T> step = protocol.begin();
      while (step instanceof GuardStep.Wait<T> held) {
        step =
            schedule.remainingNanos() > 0 ? pollAgain(held, waiter, schedule) : pending(held, null);
      }
      return step;
    } finally {
      settings.waiters().leave(key, waiter);
    }
  }

  private GuardStep<T> pollAgain(
      GuardStep.Wait<T> held, Waiters.Waiter waiter, PollSchedule schedule) {
    try {
      long nanos = schedule.nextDelayNanos(held.leaseLeft());
      if (!waiter.takeWoken()) {
        settings.environment().sleeper().sleep(nanos);
      }
      return protocol.begin();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return pending(held, interrupted);
    }
  }

  private GuardStep<T> pending(GuardStep.Wait<T> held, @Nullable InterruptedException cause) {
    Duration leaseLeft = held.leaseLeft();
    throw new OutcomePendingException(protocol.key(), leaseLeft, cause);
  }
}
