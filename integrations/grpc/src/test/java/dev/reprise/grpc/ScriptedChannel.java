package dev.reprise.grpc;

import dev.reprise.function.Attempt;
import dev.reprise.testing.ScriptedOperation;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A channel whose calls run a scripted operation: its value is the response message. */
final class ScriptedChannel extends Channel {

  private final ScriptedOperation<@Nullable Object> operation;

  ScriptedChannel(ScriptedOperation<@Nullable Object> operation) {
    this.operation = operation;
  }

  @Override
  public String authority() {
    return "scripted";
  }

  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> newCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions options) {
    return new ScriptedCall<>(options.getOption(RetryClientInterceptor.ATTEMPT));
  }

  private final class ScriptedCall<ReqT, RespT> extends ClientCall<ReqT, RespT> {

    private final @Nullable Attempt attempt;
    private @Nullable Listener<RespT> listener;
    private @Nullable CompletableFuture<@Nullable Object> stage;

    ScriptedCall(@Nullable Attempt attempt) {
      this.attempt = attempt;
    }

    @Override
    public void start(Listener<RespT> responses, Metadata headers) {
      listener = responses;
    }

    @Override
    public void request(int numMessages) {}

    @Override
    public void sendMessage(ReqT message) {}

    @Override
    public void halfClose() {
      CompletableFuture<@Nullable Object> begun;
      try {
        begun =
            attempt == null
                ? operation.stage()
                : operation.stageWith(Objects.requireNonNull(attempt));
        Objects.requireNonNull(begun, "the operation returned null in place of a stage");
      } catch (Throwable thrown) {
        begun = CompletableFuture.failedFuture(thrown);
      }
      stage = begun;
      CompletableFuture<Void> unused =
          begun.handle(
              (value, failure) -> {
                respond(Objects.requireNonNull(listener), value, failure);
                return null;
              });
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the message is the value, whatever its type
    private void respond(
        Listener<RespT> responses, @Nullable Object value, @Nullable Throwable failure) {
      if (failure == null) {
        responses.onHeaders(new Metadata());
        responses.onMessage((RespT) value);
        responses.onClose(Status.OK, new Metadata());
        return;
      }
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      responses.onClose(Status.UNKNOWN.withCause(cause), new Metadata());
    }

    @Override
    public void cancel(@Nullable String message, @Nullable Throwable cause) {
      if (stage != null) {
        stage.cancel(true);
      } else if (listener != null) {
        listener.onClose(
            Status.CANCELLED.withCause(new CancellationException(message)), new Metadata());
      }
    }
  }
}
