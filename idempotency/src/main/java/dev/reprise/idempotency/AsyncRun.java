package dev.reprise.idempotency;

import dev.reprise.classify.Outcome;
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
 * A call that waits on the timer and works on the executor. It goes from look to look: each asks
 * the store; between two looks it is armed, and whoever disarms it (timer, a holder that ended, a
 * caller that cancelled) starts the next one. So there is never more than one look at a time.
 */
final class AsyncRun<T extends @Nullable Object, R extends @Nullable Object> {

  private final GuardSettings<T> settings;
  private final GuardProtocol<T> steps;
  private final GuardedStage<T> operation;
  private final Function<GuardedResult<T>, R> view;
  private final Executor executor;
  private final PollSchedule pace;
  private final CompletableFuture<R> future = new CompletableFuture<>();
  private final AtomicBoolean armed = new AtomicBoolean();
  private volatile Delayer.@Nullable Scheduled timer;
  private volatile Waiters.@Nullable Waiter waiter;

  AsyncRun(GuardProtocol<T> steps, GuardedStage<T> operation, Function<GuardedResult<T>, R> view) {
    this.settings = steps.settings();
    this.steps = steps;
    this.operation = operation;
    this.view = view;
    this.executor = settings.executorOrDefault();
    this.pace = new PollSchedule(settings);
  }

  CompletableFuture<R> start() {
    CompletableFuture<R> unused = future.whenComplete((result, failure) -> disarm());
    submit(this::look);
    return future;
  }

  private void look() {
    try {
      GuardStep<T> step = future.isDone() ? null : steps.begin();
      if (step instanceof GuardStep.Wait<T> held && pace.left() > 0) {
        await(held);
        return;
      }
      leave();
      if (step instanceof GuardStep.Run<T> run) {
        operate(run.holder());
      } else if (step instanceof GuardStep.Answer<T> answer) {
        future.complete(view.apply(answer.result()));
      } else if (step instanceof GuardStep.Wait<T> held) {
        throw new OutcomePendingException(steps.key(), held.leaseLeft(), null);
      }
    } catch (Throwable failure) {
      leave();
      future.completeExceptionally(failure);
    }
  }

  /** The first time it only joins the waiters, and looks again, so that it misses no end. */
  private void await(GuardStep.Wait<T> held) {
    Waiters.Waiter joined = waiter;
    if (joined == null) {
      waiter = settings.waiters().join(steps.key().digest(), this::disarm);
      submit(this::look);
      return;
    }
    long nanos = pace.next(held.leaseLeft());
    armed.set(true);
    timer = settings.environment().delayer().schedule(this::disarm, nanos);
    if (joined.takeWoken() || future.isDone()) {
      disarm();
    }
  }

  private void disarm() {
    if (armed.compareAndSet(true, false)) {
      Delayer.Scheduled scheduled = timer;
      if (scheduled != null) {
        scheduled.cancel();
      }
      submit(this::look);
    }
  }

  private void leave() {
    Waiters.Waiter joined = waiter;
    if (joined != null) {
      settings.waiters().leave(steps.key().digest(), joined);
    }
  }

  private void operate(Holder<T> holder) {
    try {
      CompletionStage<T> stage = operation.start(holder);
      Objects.requireNonNull(stage, "the operation's stage")
          .whenComplete((value, failure) -> ended(holder, outcome(value, failure)));
    } catch (Throwable failure) {
      end(holder, Outcome.threw(failure));
    }
  }

  /** An executor that takes no more work must not cost the outcome. */
  private void ended(Holder<T> holder, Outcome<T> outcome) {
    try {
      executor.execute(() -> end(holder, outcome));
    } catch (Throwable shutDown) {
      end(holder, outcome);
    }
  }

  private void end(Holder<T> holder, Outcome<T> outcome) {
    try {
      future.complete(view.apply(steps.end(holder, outcome)));
    } catch (Throwable failure) {
      future.completeExceptionally(failure);
    }
  }

  private void submit(Runnable task) {
    try {
      executor.execute(task);
    } catch (Throwable refused) {
      leave();
      future.completeExceptionally(refused);
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
