package dev.reprise.grpc;

import dev.reprise.context.CallContext;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls the caller's listener: one callback after another, in the order of {@link #add}, and never
 * on a thread that is inside a method of the call.
 */
final class Deliveries<RespT> {

  /*
   * Concurrency. A SynchronizationContext is a queue without a thread: the thread that drains it
   * runs what all threads have added. Callbacks are added by the thread that runs the events of the
   * call, which may be the caller's thread in cancel() or request(). Only flush() drains, and it is
   * given whether its thread may run callbacks: yes for a callback of an attempt, which the channel
   * has started on the call's executor; otherwise the draining is passed to that executor. The flag
   * is set after the callback was added and cleared before the queue is drained, so that a callback
   * that is added in between is drained by this flush or the next.
   */

  private final ClientCall.Listener<RespT> listener;
  private final Executor executor;
  private final Context context;
  private final Supplier<CallContext.Scope> scope;
  private final Consumer<Throwable> listenerFailed;
  private final SynchronizationContext queue =
      new SynchronizationContext((thread, bug) -> CallLog.callbackFailed(bug));
  private final AtomicBoolean waiting = new AtomicBoolean();
  private @Nullable Status failed; // used within the queue

  Deliveries(
      ClientCall.Listener<RespT> listener,
      Executor executor,
      Context context,
      Supplier<CallContext.Scope> scope,
      Consumer<Throwable> listenerFailed) {
    this.listener = listener;
    this.executor = executor;
    this.context = context;
    this.scope = scope;
    this.listenerFailed = listenerFailed;
  }

  /** Adds a callback; after one has thrown, only {@link #addClose} is delivered. */
  void add(AttemptCall.Response<RespT> response) {
    enqueue(() -> deliver(response));
  }

  private void deliver(AttemptCall.Response<RespT> response) {
    if (failed != null) {
      return;
    }
    try {
      response.deliverTo(listener);
    } catch (Throwable bug) {
      failed = Status.CANCELLED.withCause(bug).withDescription("Failed to process a response");
      listenerFailed.accept(bug);
    }
  }

  /** Adds the last callback. */
  void addClose(Status status, Metadata trailers) {
    enqueue(
        () -> {
          Status before = failed;
          listener.onClose(
              before == null ? status : before, before == null ? trailers : new Metadata());
        });
  }

  private void enqueue(Runnable callback) {
    queue.executeLater(callback);
    waiting.set(true);
  }

  /**
   * Delivers what was added.
   *
   * @param onExecutor whether the current thread runs a task of the call's executor
   */
  void flush(boolean onExecutor) {
    if (!waiting.get() || !waiting.compareAndSet(true, false)) {
      return;
    }
    if (onExecutor) {
      drain();
      return;
    }
    try {
      executor.execute(context.wrap(this::drain));
    } catch (RejectedExecutionException full) { // the call must end nevertheless
      context.run(this::drain);
    }
  }

  private void drain() {
    try (CallContext.Scope opened = scope.get()) {
      queue.drain();
    }
  }
}
