package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.context.CallContext;
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
abstract class CallFuture<R extends @Nullable Object> extends CompletableFuture<R> {

  final Retry retry;

  CallFuture(Retry retry) {
    this.retry = retry;
  }

  /** The caller has completed the future: whatever the call is doing is to be called off. */
  abstract void endedByCaller();

  final long now() {
    return retry.ticks().nanos();
  }

  /** The context of the call; nothing once it is over. */
  abstract Surroundings.Captured context();

  /** Whoever keeps the future keeps nothing of the context. */
  abstract void forgetContext();

  /** Where the call goes on, without its context. */
  abstract Executor bareExecutor();

  /** Where the call goes on, in its context. */
  final Executor executor() {
    return context().aroundTasksOf(bareExecutor());
  }

  static <T extends @Nullable Object> Outcome<T> cancelled() {
    return Outcome.threw(new CancellationException("the call was cancelled"));
  }

  /** Completes the future on behalf of the call, with the value of a first attempt. */
  final void completeAtOnce(R value) {
    super.complete(value);
  }

  /** Completes the future on behalf of the call. */
  final void completeWith(Outcome<R> outcome) {
    if (outcome instanceof Outcome.Returned<R> returned) {
      super.complete(returned.value());
    } else if (outcome instanceof Outcome.Threw<R> threw) {
      super.completeExceptionally(threw.failure());
    }
  }

  /**
   * Gives work away to the executor, or to the default one if the first would run it right here.
   * The context stays off this thread, which is the timer's or that of a shutdown.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the executor does not take it
   */
  final void handOver(Runnable work) {
    Executor executor = bareExecutor();
    RetryEnvironment environment = retry.environment();
    Executor other = environment.executor();
    Runnable inContext = context().around(work);
    if (executor == other && environment == RetryEnvironment.system()) {
      executor.execute(inContext);
    } else {
      new Handover(inContext).to(executor, other);
    }
  }

  /** Runs what must not run on the timer, even if the executor is gone. */
  public final void offTimer(Runnable work) {
    try {
      handOver(work);
    } catch (Throwable rejection) {
      offExecutor(context().around(work));
    }
  }

  /** Runs what must not wait for the caller's executor either, which may be closed or stuck. */
  final void offExecutor(Runnable work) {
    try {
      retry.environment().executor().execute(work);
    } catch (Throwable rejection) {
      new Thread(work, "reprise-completion").start();
    }
  }

  private boolean endBy(BooleanSupplier completion) {
    try (CallContext.Scope scope = context().open()) {
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
