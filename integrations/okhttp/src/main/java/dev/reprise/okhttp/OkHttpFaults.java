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
 * What OkHttp's failures mean. Those of HTTP/2 are of packages that its module does not export, and
 * are known by their names.
 *
 * <p>A GOAWAY arrives as REFUSED_STREAM at the streams above its last-stream-id, and only there
 * (okhttp3.internal.http2.Http2Connection.ReaderRunnable.goAway); a stream that cannot be opened
 * after it fails with ConnectionShutdownException before anything is sent.
 */
final class OkHttpFaults implements HttpOutcomeReader {

  /** For a request of which nothing more is known: it may have been sent. */
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
   * Looks at a failure.
   *
   * @param exchanges how many requests the attempt had begun to send when it failed: the first one,
   *     and those that OkHttp sent by itself after a response to an earlier one
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

  /** A body that ends before its length is a protocol violation to OkHttp. */
  private static boolean isEndedEarly(IOException failure) {
    String message = failure.getMessage();
    return failure instanceof ProtocolException
        && message != null
        && message.startsWith(ENDED_EARLY);
  }
}
