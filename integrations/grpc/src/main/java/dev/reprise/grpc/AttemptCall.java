package dev.reprise.grpc;

import dev.reprise.DrivenCall;
import dev.reprise.RetryStep;
import dev.reprise.function.Attempt;
import dev.reprise.time.Delayer;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt: the call below, and the listener of its responses. The callbacks only pass their
 * event on to the retried call, whose queue orders the events of all attempts; everything but
 * {@link #call} is used within that queue.
 */
final class AttemptCall<RespT> extends ClientCall.Listener<RespT> {

  /** Receives the events of the attempts. */
  interface Events<RespT> {

    /** A response header or message of a streaming call, or a message of a unary one. */
    void responded(AttemptCall<RespT> attempt, Response<RespT> response);

    /** The end of an attempt. */
    void closed(AttemptCall<RespT> attempt, Status status, Metadata trailers);

    /** The transport accepts further request messages. */
    void ready(AttemptCall<RespT> attempt);
  }

  /** A part of a response, which is delivered to a listener. */
  @FunctionalInterface
  interface Response<RespT> {
    void deliverTo(ClientCall.Listener<RespT> listener);
  }

  private final Events<RespT> events;
  private final Attempt attempt;
  private final StreamFacts facts = new StreamFacts();
  private final long mark;
  private final List<Response<RespT>> held = new ArrayList<>(2);
  private @Nullable RespT message;
  private @Nullable Deadline deadline;
  private Delayer.@Nullable Scheduled timeout;
  private boolean answered;
  private boolean over;

  /** Written within the queue; read by any thread after the call is committed. */
  private volatile @Nullable ClientCall<?, RespT> call;

  AttemptCall(Events<RespT> events, Attempt attempt, long mark) {
    this.events = events;
    this.attempt = attempt;
    this.mark = mark;
  }

  Attempt attempt() {
    return attempt;
  }

  StreamFacts facts() {
    return facts;
  }

  long mark() {
    return mark;
  }

  void setCall(ClientCall<?, RespT> begun) {
    call = begun;
  }

  @Nullable ClientCall<?, RespT> call() {
    return call;
  }

  void setDeadline(@Nullable Deadline own) {
    deadline = own;
  }

  /** Returns whether the deadline of the attempt, which may be earlier than the call's, is over. */
  boolean isExpired() {
    Deadline own = deadline;
    return own != null && own.isExpired();
  }

  void setTimeout(Delayer.Scheduled scheduled) {
    timeout = scheduled;
  }

  void stopTimeout() {
    Delayer.Scheduled set = timeout;
    timeout = null;
    if (set != null) {
      set.cancel();
    }
  }

  /** Keeps a part of the response of a unary call until the attempt has ended. */
  void hold(Response<RespT> response) {
    answered = true;
    held.add(response);
  }

  List<Response<RespT>> held() {
    return held;
  }

  boolean isAnswered() {
    return answered;
  }

  /** Reports the message of a unary attempt that has ended with OK. */
  @SuppressWarnings("NullAway") // the value of the call may be null
  RetryStep returnTo(DrivenCall<@Nullable RespT> driven) {
    return driven.returned(attempt, message);
  }

  boolean isOver() {
    return over;
  }

  /** Marks the attempt as over: its later events are ignored. */
  void markOver() {
    over = true;
    stopTimeout();
  }

  /** Cancels the stream of an attempt that the call no longer needs. */
  void cancel(@Nullable String reason, @Nullable Throwable cause) {
    markOver();
    held.clear();
    ClientCall<?, RespT> begun = call;
    if (begun != null) {
      begun.cancel(reason, cause);
    }
  }

  @Override
  public void onHeaders(Metadata headers) {
    events.responded(this, listener -> listener.onHeaders(headers));
  }

  @Override
  public void onMessage(RespT received) {
    message = received;
    events.responded(this, listener -> listener.onMessage(received));
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    events.closed(this, status, trailers);
  }

  @Override
  public void onReady() {
    events.ready(this);
  }
}
