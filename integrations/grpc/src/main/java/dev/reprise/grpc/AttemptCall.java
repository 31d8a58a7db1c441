package dev.reprise.grpc;

import dev.reprise.DrivenCall;
import dev.reprise.RetryStep;
import dev.reprise.function.Attempt;
import dev.reprise.grpc.AttemptFailedException.Evidence;
import dev.reprise.time.Delayer;
import io.grpc.Attributes;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One attempt: the call below, and the listener of its responses. The callbacks only pass their
 * event on to the retried call, whose queue orders the events of all attempts; everything but
 * {@link #call} is used within that queue.
 */
final class AttemptCall<RespT> extends ClientCall.Listener<RespT>
    implements Deliveries.Response<RespT> {

  /** Receives the events of the attempts. */
  interface Events<RespT> {

    /** Returns whether parts of a response are delivered before the end of the attempt. */
    boolean isStreaming();

    /** A response header or message of a streaming call. */
    void responded(AttemptCall<RespT> attempt, Deliveries.Response<RespT> response);

    /** The end of an attempt. */
    void closed(AttemptCall<RespT> attempt, Status status, Metadata trailers);

    /** The transport accepts further request messages. */
    void ready(AttemptCall<RespT> attempt);
  }

  private final Events<RespT> events;
  private final Attempt attempt;
  private final StreamFacts facts = new StreamFacts();
  private final long mark;

  /*
   * The response of a unary call, which is delivered when the attempt has ended with OK. Written by
   * the callbacks, which come one after another; read within the queue after the last of them.
   */
  private @Nullable Metadata headers;
  private @Nullable RespT message;
  private int messages;
  private @Nullable List<RespT> furtherMessages; // an error of the server, which stubs report
  private @Nullable Status status;
  private @Nullable Metadata trailers;

  /** Messages that were delivered; -1 before the header. Used by the thread that delivers. */
  private int delivered = -1;

  private @Nullable Deadline deadline;
  private long limitNanos = Long.MAX_VALUE;
  private Delayer.@Nullable Scheduled timeout;
  private boolean over;
  private boolean cancelled;

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

  /** The attributes of the call below; empty if it has none, or throws. */
  Attributes attributes() {
    ClientCall<?, RespT> begun = call;
    try {
      return begun == null ? Attributes.EMPTY : begun.getAttributes();
    } catch (Throwable bug) { // of an interceptor; the call must end
      CallLog.attributesFailed(bug);
      return Attributes.EMPTY;
    }
  }

  void setDeadline(@Nullable Deadline own) {
    deadline = own;
  }

  /** Returns whether the deadline of the attempt, which may be earlier than the call's, is over. */
  boolean isExpired() {
    Deadline own = deadline;
    return own != null && own.isExpired();
  }

  void setLimit(long nanos) {
    limitNanos = nanos;
  }

  /** The time that the attempt had when its call was made, in nanoseconds. */
  long limitNanos() {
    return limitNanos;
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

  /** The evidence after the transport has ended the attempt. */
  Evidence evidenceAfter(Status end) {
    if (headers != null || messages > 0) {
      return Evidence.ANSWERED;
    }
    if (facts.provesShutdown(end)) {
      return Evidence.CHANNEL_SHUT_DOWN;
    }
    return facts.provesNoEffect(end) ? Evidence.NOT_PROCESSED : Evidence.NONE;
  }

  /** The evidence after the call below was cancelled, or has ended. */
  Evidence evidenceAfterTimeout() {
    if (facts.isAnswered()) {
      return Evidence.ANSWERED;
    }
    boolean unsent = (cancelled || status != null) && facts.provesNothingSent();
    return unsent ? Evidence.NOT_PROCESSED : Evidence.NONE;
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
    cancelStream(reason, cause);
  }

  /** Cancels the stream; its end is still an event. */
  void cancelStream(@Nullable String reason, @Nullable Throwable cause) {
    ClientCall<?, RespT> begun = call;
    if (begun != null) {
      CallLog.quietly(
          () -> {
            begun.cancel(reason, cause);
            cancelled = true;
          });
    }
  }

  @Override
  public void onHeaders(Metadata received) {
    if (events.isStreaming()) {
      events.responded(this, listener -> listener.onHeaders(received));
    } else {
      headers = received;
    }
  }

  @Override
  public void onMessage(RespT received) {
    if (events.isStreaming()) {
      events.responded(this, listener -> listener.onMessage(received));
    } else if (messages++ == 0) {
      message = received;
    } else {
      if (furtherMessages == null) {
        furtherMessages = new ArrayList<>();
      }
      furtherMessages.add(received);
    }
  }

  @Override
  public void onClose(Status ended, Metadata received) {
    status = ended;
    trailers = received;
    events.closed(this, ended, received);
  }

  @Override
  public void onReady() {
    events.ready(this);
  }

  /** Messages of an attempt that has ended: 1, unless the server made an error. */
  int messages() {
    return messages;
  }

  /** Delivers the response of an attempt that has ended, as far as it was not delivered. */
  @Override
  public void deliverTo(ClientCall.Listener<RespT> listener) {
    deliverTo(listener, messages);
  }

  /** Delivers the header and the first messages, without those that were delivered before. */
  @SuppressWarnings("NullAway") // the value of a message may be null
  void deliverTo(ClientCall.Listener<RespT> listener, int most) {
    if (delivered < 0) {
      delivered = 0;
      if (headers != null) {
        listener.onHeaders(headers);
      }
    }
    while (delivered < most) {
      int next = delivered++;
      listener.onMessage(next == 0 ? message : furtherMessages.get(next - 1));
    }
  }

  /** The status of an attempt that has ended. */
  Status status() {
    return Objects.requireNonNull(status);
  }

  /** The trailers of an attempt that has ended. */
  Metadata trailers() {
    return Objects.requireNonNull(trailers);
  }
}
