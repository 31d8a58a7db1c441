package dev.reprise.grpc.server;

import io.grpc.ForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The call that a guarded handler sees: holds its response until the handler has closed the call.
 * The handler may use it from any thread, one at a time.
 */
final class CapturedCall<ReqT, RespT>
    extends ForwardingServerCall.SimpleForwardingServerCall<ReqT, RespT> {

  private final CompletableFuture<Response<RespT>> closed = new CompletableFuture<>();
  private @Nullable Metadata headers;
  private @Nullable RespT message;

  CapturedCall(ServerCall<ReqT, RespT> call) {
    super(call);
  }

  /**
   * The response of the handler.
   *
   * @param headers the response header; null if the handler sent none
   * @param message the message; null if the handler sent none
   * @param status the status
   * @param trailers the trailers
   */
  record Response<RespT>(
      @Nullable Metadata headers, @Nullable RespT message, Status status, Metadata trailers) {

    Reply reply(ServerCall<?, RespT> call) {
      byte[] bytes = message == null ? null : Reply.bytesOf(call.getMethodDescriptor(), message);
      return new Reply(headers == null ? new Metadata() : headers, bytes, status, trailers);
    }

    void send(ServerCall<?, RespT> call) {
      if (headers != null) {
        call.sendHeaders(headers);
      }
      if (message != null) {
        call.sendMessage(message);
      }
      call.close(status, trailers);
    }
  }

  /** Completes with the response when the handler closes the call. */
  CompletableFuture<Response<RespT>> closed() {
    return closed;
  }

  /** The request was requested before the handler was started. */
  @Override
  public void request(int numMessages) {}

  @Override
  public void sendHeaders(Metadata sent) {
    if (headers != null) {
      throw new IllegalStateException("sendHeaders was called already");
    }
    headers = sent;
  }

  @Override
  public void sendMessage(RespT sent) {
    if (headers == null) {
      throw new IllegalStateException("sendHeaders was not called");
    }
    if (message != null) {
      throw new IllegalStateException("a unary call has one response, but there is a second one");
    }
    message = sent;
  }

  @Override
  public void close(Status status, Metadata trailers) {
    if (!closed.complete(new Response<>(headers, message, status, trailers))) {
      throw new IllegalStateException("the call is closed already");
    }
  }

  @Override
  public boolean isReady() {
    return !closed.isDone();
  }

  /** The handler continues when the client has gone, because its response is recorded. */
  @Override
  public boolean isCancelled() {
    return false;
  }
}
