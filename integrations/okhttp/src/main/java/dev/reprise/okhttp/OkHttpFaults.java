package dev.reprise.okhttp;

import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpOutcomeReader;
import dev.reprise.http.HttpResponseInfo;
import dev.reprise.http.client.IoFaults;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ProtocolException;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Maps OkHttp's failures to {@link HttpFault}. The classes for HTTP/2 are in packages that OkHttp's
 * module does not export, so they are recognized by name.
 *
 * <p>OkHttp reports a GOAWAY as REFUSED_STREAM to the streams above its last-stream-id, and only to
 * them (okhttp3.internal.http2.Http2Connection.ReaderRunnable.goAway); a stream that cannot be
 * opened after it fails with ConnectionShutdownException before anything is sent.
 */
final class OkHttpFaults implements HttpOutcomeReader {

  /** Reads outcomes of a request that may have been sent. */
  static final HttpOutcomeReader OUTCOMES = new OkHttpFaults();

  private static final String HTTP2 = "okhttp3.internal.http2.";
  private static final String STREAM_RESET = HTTP2 + "StreamResetException";
  private static final String SHUT_DOWN = HTTP2 + "ConnectionShutdownException";
  private static final String ENDED_EARLY = "unexpected end of stream";

  private OkHttpFaults() {}

  @Override
  public @Nullable HttpResponseInfo response(Object result) {
    return result instanceof Response response ? new OkHttpResponseInfo(response, false) : null;
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    return failure instanceof IOException io ? of(io, 1) : null;
  }

  /**
   * Maps a failure.
   *
   * @param exchanges number of requests that the attempt had started to send when it failed: the
   *     first one, and those that OkHttp sent by itself after a response to an earlier one
   */
  static @Nullable HttpFault of(IOException failure, int exchanges) {
    String name = failure.getClass().getName();
    if (name.equals(SHUT_DOWN)) {
      return exchanges <= 1 ? HttpFault.GOAWAY_NOT_PROCESSED : HttpFault.GOAWAY;
    }
    if (exchanges == 0) {
      return IoFaults.beforeRequest(failure);
    }
    if (name.equals(STREAM_RESET)) {
      return ofReset(String.valueOf(failure.getMessage()), exchanges);
    }
    if (failure instanceof FileNotFoundException) {
      return null;
    }
    return isEndedEarly(failure) ? HttpFault.CONNECTION_LOST : IoFaults.afterRequest(failure);
  }

  private static HttpFault ofReset(String message, int exchanges) {
    if (message.endsWith("REFUSED_STREAM")) {
      return exchanges == 1 ? HttpFault.REFUSED_STREAM : HttpFault.STREAM_RESET;
    }
    return message.endsWith("ENHANCE_YOUR_CALM")
        ? HttpFault.ENHANCE_YOUR_CALM
        : HttpFault.STREAM_RESET;
  }

  /** OkHttp reports a body that is shorter than announced as a protocol violation. */
  private static boolean isEndedEarly(IOException failure) {
    String message = failure.getMessage();
    return failure instanceof ProtocolException
        && message != null
        && message.startsWith(ENDED_EARLY);
  }
}
