package dev.reprise.testbed.http;

/**
 * Ways to fail that only HTTP/2 has. On HTTP/1.1 each resets the connection, with the request
 * executed or not as on HTTP/2.
 */
@SuppressWarnings("FutureReturnValueIgnored")
public final class Http2Faults {
  private Http2Faults() {}

  /**
   * Sends RST_STREAM when the headers of the request arrive. The request is not executed.
   *
   * @param code why, such as {@link ErrorCode#REFUSED_STREAM}
   * @return the step
   */
  public static Step resetStreamOnArrival(ErrorCode code) {
    return Step.onArrival(exchange -> exchange.resetStream(code));
  }

  /**
   * Executes the request, then sends RST_STREAM in place of a response.
   *
   * @param code why, such as {@link ErrorCode#CANCEL}
   * @return the step
   */
  public static Step resetStream(ErrorCode code) {
    return Step.afterReading(exchange -> exchange.resetStream(code));
  }

  /**
   * Answers 200, sends a part of a body and then RST_STREAM.
   *
   * @param part what is sent of the body, in UTF-8
   * @param code why
   * @return the step
   */
  public static Step resetStreamInBody(String part, ErrorCode code) {
    return Step.afterReading(
        exchange -> {
          exchange.head(200, HeaderList.of(), Exchange.UNTOLD);
          exchange
              .data(part.getBytes(java.nio.charset.StandardCharsets.UTF_8))
              .addListener(sent -> exchange.resetStream(code));
        });
  }

  /**
   * Sends GOAWAY with a last-stream-id below the request's stream and closes the connection 50 ms
   * later: the request is not executed, and the client can know it (RFC 9113 section 6.8).
   *
   * @param code why
   * @return the step
   */
  public static Step goAwayUnprocessed(ErrorCode code) {
    return Step.onArrival(exchange -> exchange.goAway(Math.max(0, exchange.stream() - 2), code));
  }

  /**
   * Executes the request, then sends GOAWAY with a last-stream-id of the request's stream, and
   * closes the connection 50 ms later without a response: the request may have been processed, as
   * far as the client can know.
   *
   * @param code why
   * @return the step
   */
  public static Step goAwayProcessed(ErrorCode code) {
    return Step.afterReading(exchange -> exchange.goAway(exchange.stream(), code));
  }

  /**
   * Executes the request, then sends GOAWAY with any last-stream-id, and closes the connection 50
   * ms later.
   *
   * @param lastStream the id to send
   * @param code why
   * @return the step
   */
  public static Step goAway(int lastStream, ErrorCode code) {
    return Step.afterReading(exchange -> exchange.goAway(lastStream, code));
  }
}
