package dev.reprise;

import dev.reprise.classify.Outcome;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The future that a caller holds while its call goes on. Completing it by any means ends the call.
 */
abstract class CallFuture<R extends @Nullable Object> extends CompletableFuture<R> {

  final Retry retry;
  final Executor executor;
  final Surroundings.Captured context;

  CallFuture(Retry retry, Executor executor, Surroundings.Captured context) {
    this.retry = retry;
    this.context = context;
    this.executor = context.aroundTasksOf(executor);
  }

  /** The caller has completed the future: whatever the call is doing is to be called off. */
  abstract void endedByCaller();

  final long now() {
    return retry.ticks().nanos();
  }

  /** Where work goes that must not stay where it is. */
  final Executor fallback() {
    return context.aroundTasksOf(retry.environment().executor());
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

  /** Runs what must not run on the timer, even if the executor is gone. */
  public final void offTimer(Runnable work) {
    Executor fallback = fallback();
    Handover handover = new Handover(work);
    try {
      handover.to(executor, fallback);
    } catch (Throwable rejection) {
      try {
        fallback.execute(work);
      } catch (Throwable again) {
        new Thread(context.around(work), "reprise-completion").start();
      }
    }
  }

  @Override
  public boolean complete(R value) {
    boolean completed = super.complete(value);
    context.run(this::endedByCaller);
    return completed;
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    boolean completed = super.completeExceptionally(failure);
    context.run(this::endedByCaller);
    return completed;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    context.run(this::endedByCaller);
    return cancelled;
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
    super.obtrudeValue(value);
    context.run(this::endedByCaller);
  }

  @Override
  public void obtrudeException(Throwable failure) {
    super.obtrudeException(failure);
    context.run(this::endedByCaller);
  }
}
