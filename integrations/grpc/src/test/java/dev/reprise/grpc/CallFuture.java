package dev.reprise.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The future of a unary call. Completing it by any means cancels the call. */
final class CallFuture extends CompletableFuture<@Nullable Object> {

  private final ClientCall<String, Object> call;
  private final AtomicBoolean left;
  private @Nullable BooleanSupplier leaving;
  private boolean done;

  private CallFuture(ClientCall<String, Object> call, AtomicBoolean left) {
    this.call = call;
    this.left = left;
  }

  /**
   * Starts a call.
   *
   * @param executor runs the callbacks, except those after the caller has left, which run at once
   */
  static CallFuture of(
      Channel channel, MethodDescriptor<String, Object> method, Supplier<Executor> executor) {
    AtomicBoolean left = new AtomicBoolean();
    Executor callbacks =
        task -> {
          if (left.get()) {
            task.run();
          } else {
            executor.get().execute(task);
          }
        };
    ClientCall<String, Object> call =
        channel.newCall(method, CallOptions.DEFAULT.withExecutor(callbacks));
    CallFuture future = new CallFuture(call, left);
    call.start(
        new ClientCall.Listener<>() {
          private @Nullable Object message;

          @Override
          public void onMessage(@Nullable Object received) {
            message = received;
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            BooleanSupplier completion = future.leaving;
            if (completion != null) {
              future.leaving = null;
              future.done = completion.getAsBoolean();
              return;
            }
            Throwable cause = status.getCause();
            if (status.isOk()) {
              future.answer(message);
            } else {
              future.fail(cause == null ? status.asRuntimeException(trailers) : cause);
            }
          }
        },
        new Metadata());
    call.request(2);
    call.sendMessage("request");
    call.halfClose();
    return future;
  }

  private void answer(@Nullable Object message) {
    super.complete(message);
  }

  private void fail(Throwable failure) {
    super.completeExceptionally(failure);
  }

  /** Completes the future in the callback of the cancelled call, which has its context. */
  private boolean leave(BooleanSupplier completion) {
    left.set(true);
    leaving = completion;
    call.cancel("the caller has left", null);
    return leaving == null ? done : completion.getAsBoolean();
  }

  @Override
  public boolean complete(@Nullable Object value) {
    return leave(() -> super.complete(value));
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    return leave(() -> super.completeExceptionally(failure));
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return leave(() -> super.cancel(mayInterruptIfRunning));
  }

  @Override
  public CompletableFuture<@Nullable Object> completeAsync(
      Supplier<? extends @Nullable Object> supplier, Executor executor) {
    executor.execute(() -> complete(supplier.get()));
    return this;
  }

  @Override
  public void obtrudeValue(@Nullable Object value) {
    leave(
        () -> {
          super.obtrudeValue(value);
          return true;
        });
  }

  @Override
  public void obtrudeException(Throwable failure) {
    leave(
        () -> {
          super.obtrudeException(failure);
          return true;
        });
  }
}
