package dev.reprise.grpc;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The future of a unary call. Completing it by any means cancels the call. */
final class CallFuture extends CompletableFuture<@Nullable Object> {

  private final ClientCall<String, Object> call;

  private CallFuture(ClientCall<String, Object> call) {
    this.call = call;
  }

  static CallFuture of(ClientCall<String, Object> call) {
    CallFuture future = new CallFuture(call);
    call.start(
        new ClientCall.Listener<>() {
          private @Nullable Object message;

          @Override
          public void onMessage(@Nullable Object received) {
            message = received;
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
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

  private boolean leave(BooleanSupplier completion) {
    call.cancel("the caller has left", null);
    return completion.getAsBoolean();
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
