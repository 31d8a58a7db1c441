package dev.reprise.testbed.http;

import dev.reprise.testbed.http.internal.exchange.Exchange;
import dev.reprise.testbed.http.internal.exchange.HeaderList;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Faults of HTTP/1.1 and HTTP/2. On HTTP/2, a fault that ends the connection ends all its streams.
 *
 * <p>A step that sends something before it ends the connection waits 50 ms in between, so that the
 * client can read it.
 *
 * <table>
 *   <caption>State when the client sees the failure</caption>
 *   <tr><th>fault</th><th>request executed</th><th>received by the client</th></tr>
 *   <tr><td>{@link #closeOnArrival}, {@link #resetOnArrival}</td><td>no</td><td>nothing</td></tr>
 *   <tr><td>{@link #closeWithoutResponse}, {@link #resetWithoutResponse}</td><td>yes</td>
 *       <td>nothing</td></tr>
 *   <tr><td>{@link #resetInHeaders}</td><td>yes</td><td>half of the headers</td></tr>
 *   <tr><td>{@link #resetInBody}, {@link #closeInBody}, {@link #closeInChunks}</td><td>yes</td>
 *       <td>status, headers, part of the body</td></tr>
 *   <tr><td>{@link #malformedStatus}, {@link #malformedHeader}</td><td>yes</td>
 *       <td>bytes that are not HTTP</td></tr>
 * </table>
 */
@SuppressWarnings("FutureReturnValueIgnored")
public final class Faults {
  private Faults() {}

  /**
   * Closes the connection with FIN when the headers of the request arrive, like a server that has
   * just closed an idle connection. The request is not executed.
   *
   * @return the step
   */
  public static Step closeOnArrival() {
    return Step.onArrival(Exchange::closeConnection);
  }

  /**
   * Resets the connection when the headers of the request arrive. The request is not executed.
   *
   * @return the step
   */
  public static Step resetOnArrival() {
    return Step.onArrival(Exchange::resetConnection);
  }

  /**
   * Executes the request, then closes the connection with FIN and without a response.
   *
   * @return the step
   */
  public static Step closeWithoutResponse() {
    return Step.afterReading(Exchange::closeConnection);
  }

  /**
   * Executes the request, then resets the connection without a response.
   *
   * @return the step
   */
  public static Step resetWithoutResponse() {
    return Step.afterReading(Exchange::resetConnection);
  }

  /**
   * Resets the connection when a part of the request's body has been read. The request is executed
   * only if its body is shorter than that part.
   *
   * @param bytes number of bytes to read, at least 1
   * @return the step
   * @throws IllegalArgumentException if {@code bytes} is below 1
   */
  public static Step resetInRequest(int bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes must be at least 1, but was " + bytes);
    }
    return Step.withinBody(bytes, Exchange::resetConnection);
  }

  /**
   * Executes the request, sends half of the response headers and resets the connection 50 ms later.
   *
   * @return the step
   */
  public static Step resetInHeaders() {
    return Step.afterReading(
        exchange -> exchange.halfHead().addListener(sent -> exchange.resetConnectionLater()));
  }

  /**
   * Sends status 200, the length of the body and a part of the body, and resets the connection 50
   * ms later.
   *
   * @param body the complete body, sent in UTF-8
   * @param sent number of its bytes to send, at least 0 and less than the length of the body
   * @return the step
   * @throws IllegalArgumentException if {@code sent} is negative or not below the body's length
   */
  public static Step resetInBody(String body, int sent) {
    return partOf(body, sent, true, Exchange::resetConnectionLater);
  }

  /**
   * Sends status 200, the length of the body and a part of the body, and closes the connection with
   * FIN 50 ms later.
   *
   * @param body the complete body, sent in UTF-8
   * @param sent number of its bytes to send, at least 0 and less than the length of the body
   * @return the step
   * @throws IllegalArgumentException if {@code sent} is negative or not below the body's length
   */
  public static Step closeInBody(String body, int sent) {
    return partOf(body, sent, true, Exchange::closeConnectionLater);
  }

  /**
   * Sends status 200 and a part of the body without its length (in chunks on HTTP/1.1), and closes
   * the connection with FIN 50 ms later, without the end of the body.
   *
   * @param body the complete body, sent in UTF-8
   * @param sent number of its bytes to send, at least 0 and less than the length of the body
   * @return the step
   * @throws IllegalArgumentException if {@code sent} is negative or not below the body's length
   */
  public static Step closeInChunks(String body, int sent) {
    return partOf(body, sent, false, Exchange::closeConnectionLater);
  }

  /**
   * Sends status 200 and a part of the body, and the remaining part after {@link
   * FaultyHttpServer#release}.
   *
   * @param body the complete body, sent in UTF-8
   * @param sent number of its bytes to send before the stall, at least 0 and less than the length
   *     of the body
   * @return the step
   * @throws IllegalArgumentException if {@code sent} is negative or not below the body's length
   */
  public static Step stallInBody(String body, int sent) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    byte[] remaining =
        Arrays.copyOfRange(bytes, Math.min(Math.max(sent, 0), bytes.length), bytes.length);
    return partOf(
        body,
        sent,
        true,
        exchange ->
            exchange.stall(
                () -> {
                  exchange.data(remaining);
                  exchange.finish();
                }));
  }

  /**
   * Executes the request and responds with status 200 only after {@link FaultyHttpServer#release}.
   *
   * @return the step
   */
  public static Step stall() {
    return Step.reply(200).afterStall();
  }

  /**
   * Executes the request and responds with a status that is not a number.
   *
   * @return the step
   */
  public static Step malformedStatus() {
    return Step.afterReading(Exchange::malformedStatus);
  }

  /**
   * Executes the request and responds with status 200 and an invalid header name.
   *
   * @return the step
   */
  public static Step malformedHeader() {
    return Step.afterReading(Exchange::malformedHeader);
  }

  private static Step partOf(String body, int sent, boolean withLength, Consumer<Exchange> then) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    if (sent < 0 || sent >= bytes.length) {
      throw new IllegalArgumentException(
          "sent must be at least 0 and below " + bytes.length + ", but was " + sent);
    }
    byte[] part = Arrays.copyOf(bytes, sent);
    return Step.afterReading(
        exchange -> {
          exchange.head(200, HeaderList.of(), withLength ? bytes.length : Exchange.UNKNOWN_LENGTH);
          exchange.data(part).addListener(done -> then.accept(exchange));
        });
  }
}
