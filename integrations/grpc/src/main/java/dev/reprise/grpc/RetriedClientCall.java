package dev.reprise.grpc;

import io.grpc.Attributes;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The call as its caller sees it: buffers the request until it is complete; then an {@link
 * AttemptLoop} makes the attempts.
 */
final class RetriedClientCall<ReqT, RespT> extends ClientCall<ReqT, RespT> {

  private final AttemptStarter<ReqT, RespT> starter;
  private @Nullable AttemptLoop<ReqT, RespT> attempts;
  private boolean halfClosed;
  private volatile boolean cancelled; // by any thread

  RetriedClientCall(AttemptStarter<ReqT, RespT> starter) {
    this.starter = starter;
  }

  @Override
  public void start(Listener<RespT> listener, Metadata headers) {
    Objects.requireNonNull(listener, "listener");
    Objects.requireNonNull(headers, "headers");
    if (attempts != null) {
      throw new IllegalStateException("start was called already");
    }
    if (cancelled) {
      throw new IllegalStateException("the call was cancelled");
    }
    AttemptLoop<ReqT, RespT> made = new AttemptLoop<>(starter, listener, headers);
    attempts = made;
    made.awaitRequest();
  }

  private AttemptLoop<ReqT, RespT> started() {
    AttemptLoop<ReqT, RespT> known = attempts;
    if (known == null) {
      throw new IllegalStateException("start was not called");
    }
    return known;
  }

  @Override
  public void setMessageCompression(boolean enabled) {
    starter.request().setCompression(enabled);
  }

  @Override
  public void sendMessage(ReqT message) {
    AttemptLoop<ReqT, RespT> unused = started();
    if (halfClosed) {
      throw new IllegalStateException("the call was half-closed");
    }
    try {
      starter.request().add(message);
    } catch (RuntimeException bug) { // as the calls of grpc
      cancel("Failed to stream message", bug);
    } catch (Error bug) {
      cancel("Client sendMessage() failed with Error", bug);
      throw bug;
    }
  }

  @Override
  public void halfClose() {
    AttemptLoop<ReqT, RespT> known = started();
    if (halfClosed) {
      throw new IllegalStateException("the call was half-closed already");
    }
    halfClosed = true;
    known.on(known::begin, false);
  }

  @Override
  public void request(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("numMessages must be at least 0, but was " + count);
    }
    AttemptLoop<ReqT, RespT> known = started();
    known.on(() -> known.requestMore(count), false);
  }

  @Override
  public void cancel(@Nullable String message, @Nullable Throwable cause) {
    cancelled = true;
    AttemptLoop<ReqT, RespT> known = attempts;
    if (known != null) {
      String text = message == null ? "Cancelled by the caller" : message;
      Status status = Status.CANCELLED.withDescription(text).withCause(cause);
      known.on(() -> known.stop(status), false);
    }
  }

  @Override
  public boolean isReady() {
    AttemptLoop<ReqT, RespT> known = attempts;
    ClientCall<?, RespT> call = known == null ? null : known.committed();
    return call == null ? known != null && !halfClosed : call.isReady();
  }

  /**
   * The attributes of the attempt whose response or failure is delivered, as the caller may read
   * them from onHeaders or onClose on; empty if no attempt was made.
   */
  @Override
  public Attributes getAttributes() {
    AttemptLoop<ReqT, RespT> known = attempts;
    return known == null ? Attributes.EMPTY : known.attributes();
  }
}
