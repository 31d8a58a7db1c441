package dev.reprise.grpc;

import dev.reprise.context.CallContext;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls the caller's listener: one callback after another, in the order of {@link #add}, and never
 * on a thread that is inside a method of the call.
 */
final class Deliveries<RespT> {

  /*
   * Concurrency. Callbacks are added by the thread that runs the events of the call, which may be
   * the caller's thread in cancel() or request(). Only flush() runs them, and it is given whether
   * its thread may: yes for a callback of an attempt, which the channel has started on the call's
   * executor; otherwise the drain is passed to that executor.
   *
   * The number counts the requests to drain. The thread that makes it 1 drains until it makes it 0,
   * so that callbacks do not overlap, and a callback that is added while it drains is run by it or
   * by the flush that follows the addition. Added callbacks are linked from the latest to the
   * earliest; the drain takes all of them at once and reverses them.
   */

  private final ClientCall.Listener<RespT> listener;
  private final Executor executor;
  private final Context context;
  private final Supplier<CallContext.Scope> scope;
  private final Consumer<Throwable> listenerFailed;
  private final AtomicReference<@Nullable Item<RespT>> latest = new AtomicReference<>();
  private final AtomicInteger drains = new AtomicInteger();
  private @Nullable Status failed; // used by the thread that drains

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

  /** A part of a response, which is delivered to a listener. */
  @FunctionalInterface
  interface Response<RespT> {
    void deliverTo(ClientCall.Listener<RespT> listener);
  }

  /** One or more callbacks: a part of a response, or the end. */
  private static final class Item<RespT> {

    private final @Nullable Response<RespT> response;
    private final @Nullable Status status;
    private final @Nullable Metadata trailers;
    private @Nullable Item<RespT> next;

    Item(@Nullable Response<RespT> response, @Nullable Status status, @Nullable Metadata trailers) {
      this.response = response;
      this.status = status;
      this.trailers = trailers;
    }
  }

  /** Adds a callback; after one has thrown, only the end is delivered. */
  void add(Response<RespT> response) {
    push(new Item<>(response, null, null));
  }

  /** Adds the last callback. */
  void addClose(Status status, Metadata trailers) {
    push(new Item<>(null, status, trailers));
  }

  /** Adds the response of a unary call, and the last callback. */
  void addAll(Response<RespT> response, Status status, Metadata trailers) {
    push(new Item<>(response, status, trailers));
  }

  private void push(Item<RespT> item) {
    Item<RespT> before;
    do {
      before = latest.get();
      item.next = before;
    } while (!latest.compareAndSet(before, item));
  }

  /**
   * Delivers what was added.
   *
   * @param onExecutor whether the current thread runs a task of the call's executor
   */
  void flush(boolean onExecutor) {
    if (latest.get() == null) {
      return;
    }
    if (onExecutor) {
      drain();
      return;
    }
    try {
      executor.execute(context.wrap(this::drain));
    } catch (Throwable full) { // an executor may throw anything, and the call must end
      context.run(this::drain);
    }
  }

  private void drain() {
    if (drains.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    while (seen != 0) {
      Item<RespT> added = latest.getAndSet(null);
      if (added != null) {
        deliver(reversed(added));
      }
      seen = drains.addAndGet(-seen);
    }
  }

  private static <RespT> Item<RespT> reversed(Item<RespT> latest) {
    Item<RespT> first = latest;
    Item<RespT> rest = latest.next;
    first.next = null;
    while (rest != null) {
      Item<RespT> earlier = rest;
      rest = earlier.next;
      earlier.next = first;
      first = earlier;
    }
    return first;
  }

  private void deliver(Item<RespT> first) {
    try (CallContext.Scope opened = scope.get()) {
      for (Item<RespT> item = first; item != null; item = item.next) {
        deliverOne(item);
      }
    }
  }

  private void deliverOne(Item<RespT> item) {
    Response<RespT> response = item.response;
    if (response != null && failed == null) {
      try {
        response.deliverTo(listener);
      } catch (Throwable bug) {
        failed = Status.CANCELLED.withCause(bug).withDescription("Failed to process a response");
        listenerFailed.accept(bug);
      }
    }
    if (item.status != null && item.trailers != null) {
      close(item.status, item.trailers);
    }
  }

  private void close(Status status, Metadata trailers) {
    Status before = failed;
    try {
      listener.onClose(
          before == null ? status : before, before == null ? trailers : new Metadata());
    } catch (Throwable bug) {
      CallLog.callbackFailed(bug);
    }
  }
}
