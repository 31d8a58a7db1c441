package dev.reprise.internal.async;

import dev.reprise.classify.Outcome;
import dev.reprise.context.CallContext;
import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.internal.timer.CallbackExecutor;
import dev.reprise.internal.timer.Timer;
import dev.reprise.time.RetryEnvironment;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future that a caller holds while its call is running. Completing it by any means ends the
 * call. Dependent stages run in the caller's context, whatever completes the future.
 */
public abstract class CallFuture<R extends @Nullable Object> extends CompletableFuture<R> {

  public final CallSettings settings;
  private volatile boolean beingEnded;

  public CallFuture(CallSettings settings) {
    this.settings = settings;
  }

  /**
   * Cancels the current step, because the caller completes the future or has completed it. Does not
   * complete the future, and throws nothing.
   */
  public abstract void endedByCaller();

  /**
   * Returns whether the caller has completed the future, or is about to: no further work may start.
   */
  public final boolean isBeingEnded() {
    return beingEnded || isDone();
  }

  public final long now() {
    return settings.ticks().nanos();
  }

  /** The context of the call; an empty one after the call has ended. */
  public abstract ContextCapture.Captured context();

  /** Releases the context, for callers that keep the future. */
  public abstract void forgetContext();

  /** Executor on which the call continues, without its context. */
  public abstract Executor bareExecutor();

  /** Represents {@link #bareExecutor()}, and is available without running user code. */
  public Object executorKey() {
    return bareExecutor();
  }

  /** Executor on which the call continues, in its context. */
  public final Executor executor() {
    return context().aroundTasksOf(bareExecutor());
  }

  public static <T extends @Nullable Object> Outcome<T> cancelled() {
    return Outcome.threw(new CancellationException("the call was cancelled"));
  }

  /**
   * Completes the future on behalf of the call, with the value of a first attempt.
   *
   * @param around the context of the call, which may have released it
   */
  public final void completeAtOnce(R value, ContextCapture.Captured around) {
    if (getNumberOfDependents() == 0) {
      super.complete(value);
    } else {
      completeWith(Outcome.returned(value), around);
    }
  }

  /**
   * Completes the future on behalf of the call. A dependent may end the attempt of another call,
   * whose dependents end the next one: if they are nested too deep, the future is completed on
   * another thread with an empty stack.
   *
   * @param around the context of the call, which may have released it
   */
  public final void completeWith(Outcome<R> outcome, ContextCapture.Captured around) {
    if (getNumberOfDependents() == 0) {
      completeHere(outcome);
      return;
    }
    CallDepth.run(() -> completeHere(outcome), work -> runElsewhere(around.around(work)));
  }

  private void completeHere(Outcome<R> outcome) {
    if (outcome instanceof Outcome.Returned<R> returned) {
      super.complete(returned.value());
    } else if (outcome instanceof Outcome.Threw<R> threw) {
      super.completeExceptionally(threw.failure());
    }
  }

  /**
   * Runs work on a thread other than this one, which an executor of the caller does not guarantee.
   */
  private void runElsewhere(Runnable work) {
    RetryEnvironment environment = settings.environment();
    if (environment == RetryEnvironment.system()) {
      executeOrCallBack(environment, work);
    } else {
      CallbackExecutor.shared().run(work);
    }
  }

  /** Completes the future with a failure, unless it is complete. */
  public final void completeIfOpen(Throwable failure) {
    if (!isDone()) {
      super.completeExceptionally(failure);
    }
  }

  /** The current tick, or the given one if the clock throws. */
  public final long tickOr(long otherwise) {
    return settings.nanosOr(otherwise);
  }

  /**
   * Submits work to the executor, or to the default one if the first would run it on this thread.
   * The context is not restored on this thread, which belongs to a timer or a shutdown. Not to be
   * called on the library's timer: see {@link #leaveTimer}.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the executor does not take it
   */
  public final void handOver(Runnable work) {
    Runnable inContext = context().around(work);
    if (usesCommonPool()) {
      bareExecutor().execute(inContext);
    } else {
      new OffThreadTask(inContext).to(bareExecutor(), settings.defaultExecutor());
    }
  }

  /**
   * Returns whether the executor is the common pool, which always accepts work and never blocks.
   */
  private boolean usesCommonPool() {
    RetryEnvironment environment = settings.environment();
    return environment == RetryEnvironment.system() && bareExecutor() == environment.executor();
  }

  /**
   * Runs an action that submits work to the call's executor: on another thread if this is the
   * library's timer, where no user code may run; the executor may be user code.
   */
  public final void leaveTimer(Runnable handover) {
    if (usesCommonPool() || !Timer.shared().isCurrentThread()) {
      handover.run();
    } else {
      CallbackExecutor.shared().runInTurn(executorKey(), handover);
    }
  }

  /** Runs work on the executor, or on another one if it rejects the work. Never on a timer. */
  public final void runOffTimer(Runnable work) {
    leaveTimer(
        () -> {
          try {
            handOver(work);
          } catch (Throwable rejection) {
            runOffExecutor(context().around(work));
          }
        });
  }

  /** Runs work that must not wait for the caller's executor, which may be shut down or blocked. */
  public final void runOffExecutor(Runnable work) {
    RetryEnvironment environment = settings.environment();
    if (environment == RetryEnvironment.system() || !Timer.shared().isCurrentThread()) {
      executeOrCallBack(environment, work);
    } else {
      CallbackExecutor.shared().runInTurn(environment, () -> executeOrCallBack(environment, work));
    }
  }

  private static void executeOrCallBack(RetryEnvironment environment, Runnable work) {
    try {
      environment.executor().execute(work);
    } catch (Throwable rejection) {
      CallbackExecutor.shared().run(work);
    }
  }

  /**
   * Cancels the attempt, then completes the future, which runs its dependents: these may wait for
   * resources that the attempt holds, such as a lock. If another thread is handling an event of the
   * call, there is nothing to cancel yet. So the cancel is repeated once the future is complete; a
   * thread that starts something later reads what was written before this check.
   */
  private boolean endBy(BooleanSupplier completion) {
    try (CallContext.Scope scope = context().open()) {
      beingEnded = true;
      if (!isDone()) {
        endedByCaller();
      }
      boolean completed = completion.getAsBoolean();
      endedByCaller();
      return completed;
    }
  }

  @Override
  public boolean complete(R value) {
    return endBy(() -> super.complete(value));
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    return endBy(() -> super.completeExceptionally(failure));
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return endBy(() -> super.cancel(mayInterruptIfRunning));
  }

  @Override
  public CompletableFuture<R> completeAsync(Supplier<? extends R> supplier, Executor executor) {
    executor.execute(
        () -> {
          if (isDone()) {
            return;
          }
          try {
            complete(supplier.get());
          } catch (Throwable failure) {
            completeExceptionally(failure);
          }
        });
    return this;
  }

  @Override
  public void obtrudeValue(R value) {
    boolean unused =
        endBy(
            () -> {
              super.obtrudeValue(value);
              return true;
            });
  }

  @Override
  public void obtrudeException(Throwable failure) {
    boolean unused =
        endBy(
            () -> {
              super.obtrudeException(failure);
              return true;
            });
  }
}
