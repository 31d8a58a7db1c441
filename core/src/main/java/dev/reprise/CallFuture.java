package dev.reprise;

import dev.reprise.classify.Outcome;
import dev.reprise.context.CallContext;
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
  private final Executor executor;
  private Surroundings.Captured context;

  CallFuture(Retry retry, Executor executor, Surroundings.Captured context) {
    this.retry = retry;
    this.executor = executor;
    this.context = context;
  }

  /** The caller has completed the future: whatever the call is doing is to be called off. */
  abstract void endedByCaller();

  final long now() {
    return retry.ticks().nanos();
  }

  /** The context of the call; nothing once it is over. */
  final Surroundings.Captured context() {
    return context;
  }

  /** Whoever keeps the future keeps nothing of the context. */
  final void forgetContext() {
    context = Surroundings.Captured.NOTHING;
  }

  /** Where the call goes on, in its context. */
  final Executor executor() {
    return context.aroundTasksOf(executor);
  }

  static <T extends @Nullable Object> Outcome<T> cancelled() {
    return Outcome.threw(new CancellationException("the call was cancelled"));
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
    new Handover(context.around(work)).to(executor, retry.environment().executor());
  }

  /** Runs what must not run on the timer, even if the executor is gone. */
  public final void offTimer(Runnable work) {
    try {
      handOver(work);
    } catch (Throwable rejection) {
      Runnable inContext = context.around(work);
      try {
        retry.environment().executor().execute(inContext);
      } catch (Throwable again) {
        new Thread(inContext, "reprise-completion").start();
      }
    }
  }

  private boolean endBy(BooleanSupplier completion) {
    try (CallContext.Scope scope = context.open()) {
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
