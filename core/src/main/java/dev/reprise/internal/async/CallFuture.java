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
 * The future that a caller holds while its call goes on. Completing it by any means ends the call.
 * Whatever completes it, what depends on it runs in the caller's context.
 */
public abstract class CallFuture<R extends @Nullable Object> extends CompletableFuture<R> {

  public final CallSettings settings;
  private volatile boolean beingEnded;

  public CallFuture(CallSettings settings) {
    this.settings = settings;
  }

  /**
   * The caller completes the future, or has completed it: whatever the call is doing is called off.
   * Does not complete the future, and throws nothing.
   */
  public abstract void endedByCaller();

  /**
   * Returns whether the caller has completed the future, or is about to: nothing more may start.
   */
  public final boolean isBeingEnded() {
    return beingEnded || isDone();
  }

  public final long now() {
    return settings.ticks().nanos();
  }

  /** The context of the call; nothing once it is over. */
  public abstract ContextCapture.Captured context();

  /** Releases the context, for callers that keep the future. */
  public abstract void forgetContext();

  /** Executor on which the call continues, without its context. */
  public abstract Executor bareExecutor();

  /** Stands for {@link #bareExecutor()}, and is found without running code of users. */
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
   * @param around the context of the call, which may have forgotten it
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
   * whose dependents end the next one: where that is nested too deep, the future is completed on a
   * thread whose stack is empty.
   *
   * @param around the context of the call, which may have forgotten it
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

  /** Runs work on another thread than this one, which no executor of the caller's would promise. */
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

  /** The current tick, or another one if the clock throws. */
  public final long tickOr(long otherwise) {
    return settings.nanosOr(otherwise);
  }

  /**
   * Gives work away to the executor, or to the default one if the first would run it right here.
   * The context stays off this thread, which is a timer's or that of a shutdown. Not to be called
   * on the library's timer: see {@link #leaveTimer}.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the executor does not take it
   */
  public final void handOver(Runnable work) {
    Runnable inContext = context().around(work);
    if (usesCommonPool()) {
      bareExecutor().execute(inContext);
    } else {
      new OffThreadTask(inContext).to(bareExecutor(), settings.environment().executor());
    }
  }

  /**
   * Returns whether the executor is the one of the process, which always takes work and never
   * waits.
   */
  private boolean usesCommonPool() {
    RetryEnvironment environment = settings.environment();
    return environment == RetryEnvironment.system() && bareExecutor() == environment.executor();
  }

  /**
   * Runs what gives work to the call's executor: elsewhere if this is the library's timer, where no
   * code of users may run, and the executor may be such code.
   */
  public final void leaveTimer(Runnable handover) {
    if (usesCommonPool() || !Timer.shared().isCurrentThread()) {
      handover.run();
    } else {
      CallbackExecutor.shared().runInTurn(executorKey(), handover);
    }
  }

  /** Runs work on the executor if it takes it; on another if not. On no timer in either case. */
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

  /** Runs what must not wait for the caller's executor either, which may be closed or stuck. */
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
   * Calls the attempt off, then completes the future, which runs its dependents: these may wait for
   * what the attempt holds, such as a lock. If another thread is handling an event of the call,
   * there is nothing to cancel yet. So the cancel is repeated once the future is complete; a thread
   * that starts something later reads what was written before this check.
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
