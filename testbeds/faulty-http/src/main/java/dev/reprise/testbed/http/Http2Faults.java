package dev.reprise.testbed.http;

import dev.reprise.testbed.http.internal.exchange.Exchange;
import dev.reprise.testbed.http.internal.exchange.HeaderList;
import dev.reprise.testbed.http.protocol.ErrorCode;

/**
 * Faults of HTTP/2 alone. On HTTP/1.1 each of them resets the connection instead; the request is
 * executed or not executed as on HTTP/2.
 *
 * <pre>{@code
 * server.script(
 *     "/orders", Http2Faults.goAwayUnprocessed(ErrorCode.NO_ERROR), Step.reply(200, "done"));
 * }</pre>
 */
@SuppressWarnings("FutureReturnValueIgnored")
public final class Http2Faults {
  private Http2Faults() {}

  /**
   * Sends RST_STREAM when the headers of the request arrive. The request is not executed.
   *
   * @param code the error code, such as {@link ErrorCode#REFUSED_STREAM}
   * @return the step
   */
  public static Step resetStreamOnArrival(ErrorCode code) {
    return Step.onArrival(exchange -> exchange.resetStream(code));
  }

  /**
   * Executes the request, then sends RST_STREAM instead of a response.
   *
   * @param code the error code, such as {@link ErrorCode#CANCEL}
   * @return the step
   */
  public static Step resetStream(ErrorCode code) {
    return Step.afterReading(exchange -> exchange.resetStream(code));
  }

  /**
   * Executes the request, sends status 200 and a part of a body, and then RST_STREAM.
   *
   * @param part the part of the body to send, in UTF-8
   * @param code the error code
   * @return the step
   */
  public static Step resetStreamInBody(String part, ErrorCode code) {
    return Step.afterReading(
        exchange -> {
          exchange.head(200, HeaderList.of(), Exchange.UNKNOWN_LENGTH);
          exchange
              .data(part.getBytes(java.nio.charset.StandardCharsets.UTF_8))
              .addListener(sent -> exchange.resetStream(code));
        });
  }

  /**
   * Sends GOAWAY with a last-stream-id below the request's stream, and closes the connection 50 ms
   * later. The request is not executed, and the last-stream-id proves it to the client (RFC 9113
   * section 6.8).
   *
   * @param code the error code
   * @return the step
   */
  public static Step goAwayUnprocessed(ErrorCode code) {
    return Step.onArrival(exchange -> exchange.goAway(Math.max(0, exchange.stream() - 2), code));
  }

  /**
   * Executes the request, then sends GOAWAY with the request's stream as last-stream-id, and closes
   * the connection 50 ms later without a response. The client cannot know whether the request was
   * processed.
   *
   * @param code the error code
   * @return the step
   */
  public static Step goAwayProcessed(ErrorCode code) {
    return Step.afterReading(exchange -> exchange.goAway(exchange.stream(), code));
  }

  /**
   * Executes the request, then sends GOAWAY with a given last-stream-id, and closes the connection
   * 50 ms later.
   *
   * @param lastStream the last-stream-id to send, at least 0
   * @param code the error code
   * @return the step
   */
  public static Step goAway(int lastStream, ErrorCode code) {
    return Step.afterReading(exchange -> exchange.goAway(lastStream, code));
  }
}
