package dev.reprise.grpc;

import io.grpc.Attributes;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Records the progress of the streams of one attempt: one stream, unless the channel retries by
 * itself. Called by threads of the transport.
 */
final class StreamFacts extends ClientStreamTracer.Factory {

  private static final String REFUSED =
      "RST_STREAM closed stream. HTTP/2 error code: REFUSED_STREAM";

  /** The texts of {@code shutdown} and {@code shutdownNow} begin with it. */
  private static final String CHANNEL_SHUTDOWN = "Channel shutdown";

  private volatile boolean traced;
  private volatile boolean created;
  private volatile boolean sent;
  private volatile boolean answered;
  private volatile boolean received;
  private volatile int previousAttempts;

  @Override
  public ClientStreamTracer newClientStreamTracer(
      ClientStreamTracer.StreamInfo info, Metadata headers) {
    traced = true;
    if (info.getPreviousAttempts() > previousAttempts) {
      previousAttempts = info.getPreviousAttempts();
    }
    return new ClientStreamTracer() {
      @Override
      public void streamCreated(Attributes transport, Metadata created) {
        StreamFacts.this.created = true;
      }

      @Override
      public void outboundHeaders() {
        sent = true;
      }

      @Override
      public void inboundHeaders() {
        answered = true;
        received = true;
      }

      @Override
      public void inboundTrailers(Metadata trailers) {
        received = true;
      }
    };
  }

  /** Retries that the channel made within this attempt, without transparent ones. */
  int channelRetries() {
    return previousAttempts;
  }

  /** Returns whether the server has sent response headers. */
  boolean isAnswered() {
    return answered;
  }

  /**
   * Returns whether the server cannot have processed the request of an attempt whose stream the
   * transport has ended.
   */
  boolean provesNoEffect(Status status) {
    return isOnlyStream() && !received && (!sent || isRefused(status.getDescription()));
  }

  /**
   * Returns whether nothing of an attempt was sent and nothing will be, after this side has
   * cancelled it. A stream that a transport has accepted proves nothing: its header may be on the
   * way, and is reported only when it was written. One that waits for a connection is not created
   * any more after it was cancelled.
   */
  boolean provesNothingSent() {
    return isOnlyStream() && !received && !sent && !created;
  }

  private boolean isOnlyStream() {
    return traced && previousAttempts == 0;
  }

  /** Returns whether the channel of this process was shut down, so that no attempt can succeed. */
  boolean provesShutdown(Status status) {
    return !received
        && status.getCode() == Status.Code.UNAVAILABLE
        && begins(status.getDescription(), CHANNEL_SHUTDOWN);
  }

  private static boolean isRefused(@Nullable String description) {
    return begins(description, REFUSED);
  }

  /**
   * The text comes from the transport of this process, since no trailers were received. Only its
   * beginning counts: the text of a GOAWAY contains its code and the debug data of the server.
   */
  private static boolean begins(@Nullable String description, String text) {
    return description != null && description.startsWith(text);
  }
}
