package dev.reprise.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A channel whose calls a test answers by hand, and whose methods throw where it says so. */
final class FaultyChannel extends Channel {

  /** A method of a call, or its creation. */
  enum Place {
    NEW_CALL,
    START,
    REQUEST,
    SEND_MESSAGE,
    HALF_CLOSE,
    CANCEL
  }

  private final Set<Place> broken = new HashSet<>();
  private final List<Stream> streams = new ArrayList<>();

  /** Lets a method throw from now on. */
  void breakAt(Place place) {
    broken.add(place);
  }

  /** The streams that were started, in their order. */
  List<Stream> streams() {
    return streams;
  }

  private void pass(Place place) {
    if (broken.contains(place)) {
      throw new IllegalStateException("broken at " + place);
    }
  }

  @Override
  public String authority() {
    return "faulty";
  }

  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> newCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions options) {
    pass(Place.NEW_CALL);
    return new Faulty<>();
  }

  /** One attempt, as the server sees it. */
  static final class Stream {

    private final ClientCall.Listener<Object> listener;
    private int requested;
    private boolean begun;
    private boolean cancelled;

    Stream(ClientCall.Listener<Object> listener) {
      this.listener = listener;
    }

    ClientCall.Listener<Object> listener() {
      return listener;
    }

    boolean isCancelled() {
      return cancelled;
    }

    /** Sends the header, if nothing was sent. */
    void sendHeaders() {
      if (!begun) {
        begun = true;
        listener.onHeaders(new Metadata());
      }
    }

    /** Sends a message, if one was requested. */
    void send(String message) {
      if (requested > 0) {
        requested--;
        begun = true;
        listener.onMessage(message);
      }
    }

    void close(Status status) {
      listener.onClose(status, new Metadata());
    }
  }

  private final class Faulty<ReqT, RespT> extends ClientCall<ReqT, RespT> {

    private @Nullable Stream stream;

    @Override
    @SuppressWarnings("unchecked") // the messages are texts
    public void start(Listener<RespT> responses, Metadata headers) {
      pass(Place.START);
      stream = new Stream((Listener<Object>) responses);
      streams.add(stream);
    }

    @Override
    public void request(int count) {
      pass(Place.REQUEST);
      if (stream != null) {
        stream.requested += count;
      }
    }

    @Override
    public void sendMessage(ReqT message) {
      pass(Place.SEND_MESSAGE);
    }

    @Override
    public void halfClose() {
      pass(Place.HALF_CLOSE);
    }

    @Override
    public void cancel(@Nullable String message, @Nullable Throwable cause) {
      if (stream != null) {
        stream.cancelled = true;
      }
      pass(Place.CANCEL);
    }
  }
}
