package dev.reprise.idempotency.internal.call;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.failure.OutcomePendingException;
import dev.reprise.idempotency.operation.GuardedStage;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.time.Delayer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A guarded call that returns a future. It polls the store on the executor and waits on the timer.
 *
 * <p>Between two polls the call is armed. The timer, a holder that has ended and a caller that
 * cancels all disarm it; the one that succeeds starts the next poll. So at most one poll runs at a
 * time.
 */
public final class AsyncCall<T extends @Nullable Object, R extends @Nullable Object> {

  private final GuardSettings<T> settings;
  private final GuardProtocol<T> protocol;
  private final GuardedStage<T> operation;
  private final Function<GuardedResult<T>, R> view;
  private final Executor executor;
  private final PollSchedule schedule;
  private final CallWatch watch;
  private final CompletableFuture<R> future = new CompletableFuture<>();
  private final AtomicBoolean armed = new AtomicBoolean();
  private volatile Delayer.@Nullable Scheduled timer;
  private volatile Waiters.@Nullable Waiter waiter;

  public AsyncCall(
      GuardProtocol<T> protocol, GuardedStage<T> operation, Function<GuardedResult<T>, R> view) {
    this.settings = protocol.settings();
    this.protocol = protocol;
    this.operation = operation;
    this.view = view;
    this.executor = settings.executorOrDefault();
    this.schedule = new PollSchedule(settings);
    watch = new CallWatch(protocol);
  }

  /** Starts the first poll. */
  public CompletableFuture<R> start() {
    CompletableFuture<R> unused = future.whenComplete((result, failure) -> disarm());
    submit(this::poll);
    return future;
  }

  private void poll() {
    try {
      GuardStep<T> step = future.isDone() ? null : protocol.begin();
      if (step instanceof GuardStep.Wait<T> held && schedule.remainingNanos() > 0) {
        awaitHolder(held);
        return;
      }
      leave();
      if (step instanceof GuardStep.Run<T> run) {
        runUnlessCancelled(run.holder());
      } else if (step instanceof GuardStep.Replay<T> replay) {
        complete(replay.result());
      } else if (step == null) {
        watch.cancelled();
      } else if (step instanceof GuardStep.Wait<T> held) {
        throw new OutcomePendingException(protocol.key(), held.leaseLeft(), null);
      }
    } catch (Throwable failure) {
      leave();
      fail(failure);
    }
  }

  /** Listeners are notified before the future completes, and thus before its dependents. */
  private void complete(GuardedResult<T> result) {
    watch.returned(result);
    future.complete(view.apply(result)); // throws a recorded failure
  }

  private void fail(Throwable failure) {
    watch.threw(failure);
    future.completeExceptionally(failure);
  }

  /**
   * The first time, it only joins the waiters and polls again. A holder that ends before the call
   * has joined is found by that poll, and a later one wakes the call.
   */
  private void awaitHolder(GuardStep.Wait<T> held) {
    watch.waits();
    Waiters.Waiter joined = waiter;
    if (joined == null) {
      waiter = settings.waiters().join(protocol.key().digest(), this::disarm);
      submit(this::poll);
      return;
    }
    long nanos = schedule.nextDelayNanos(held.leaseLeft());
    armed.set(true);
    timer = Delayer.guarded(settings.environment().delayer()).schedule(this::disarm, nanos);
    if (joined.takeWoken() || future.isDone()) {
      disarm();
    }
  }

  private void disarm() {
    if (armed.compareAndSet(true, false)) {
      cancelTimer();
      submit(this::poll);
    }
  }

  private void cancelTimer() {
    Delayer.Scheduled scheduled = timer;
    if (scheduled != null) {
      scheduled.cancel();
    }
  }

  private void leave() {
    Waiters.Waiter joined = waiter;
    if (joined != null) {
      settings.waiters().leave(protocol.key().digest(), joined);
    }
  }

  /** The caller may have cancelled while the store claimed the key. */
  private void runUnlessCancelled(LeaseHolder<T> holder) {
    if (future.isDone()) {
      watch.cancelled();
      protocol.abandon(holder);
    } else {
      runOperation(holder);
    }
  }

  private void runOperation(LeaseHolder<T> holder) {
    watch.runs();
    try {
      CompletionStage<T> stage = operation.start(holder);
      Objects.requireNonNull(stage, "stage returned by the operation")
          .whenComplete((value, failure) -> operationEnded(holder, outcome(value, failure)));
    } catch (Throwable failure) {
      end(holder, Outcome.threw(failure));
    }
  }

  /** If the executor rejects the task, this thread records the outcome, so that none is lost. */
  private void operationEnded(LeaseHolder<T> holder, Outcome<T> outcome) {
    try {
      executor.execute(() -> end(holder, outcome));
    } catch (Throwable rejected) {
      end(holder, outcome);
    }
  }

  private void end(LeaseHolder<T> holder, Outcome<T> outcome) {
    try {
      complete(protocol.end(holder, outcome));
    } catch (Throwable failure) {
      fail(failure);
    }
  }

  private void submit(Runnable task) {
    try {
      executor.execute(task);
    } catch (Throwable rejected) {
      leave();
      fail(rejected);
    }
  }

  private static <T extends @Nullable Object> Outcome<T> outcome(
      T value, @Nullable Throwable failure) {
    if (failure == null) {
      return Outcome.returned(value);
    }
    Throwable cause = failure.getCause();
    return Outcome.threw(failure instanceof CompletionException && cause != null ? cause : failure);
  }
}
