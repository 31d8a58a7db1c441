package dev.reprise.testbed.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Ways to fail that HTTP/1.1 and HTTP/2 share. What ends a connection ends all its streams.
 *
 * <table>
 *   <caption>What has happened when the client sees the failure</caption>
 *   <tr><th>fault</th><th>executed</th><th>what the client has</th></tr>
 *   <tr><td>{@link #closeOnArrival}, {@link #resetOnArrival}</td><td>no</td><td>nothing</td></tr>
 *   <tr><td>{@link #closeWithoutAnswer}, {@link #resetWithoutAnswer}</td><td>yes</td>
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
   * Closes the connection in order when the headers of the request arrive, as a server does that
   * took the connection for idle. The request is not executed.
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
   * Executes the request, then closes the connection in order and responses nothing.
   *
   * @return the step
   */
  public static Step closeWithoutAnswer() {
    return Step.afterReading(Exchange::closeConnection);
  }

  /**
   * Executes the request, then resets the connection and responses nothing.
   *
   * @return the step
   */
  public static Step resetWithoutAnswer() {
    return Step.afterReading(Exchange::resetConnection);
  }

  /**
   * Resets the connection when a part of the request's body has been read. The request is not
   * executed, unless its body is shorter.
   *
   * @param bytes how much of the body is read
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
   * Resets the connection in the middle of the response's headers, 50 ms after they were sent.
   *
   * @return the step
   */
  public static Step resetInHeaders() {
    return Step.afterReading(
        exchange -> exchange.halfHead().addListener(sent -> exchange.resetConnectionLater()));
  }

  /**
   * Answers 200 with the length of the body, sends a part of it and resets the connection 50 ms
   * later.
   *
   * @param body the whole body, in UTF-8
   * @param sent how many of its bytes are sent
   * @return the step
   * @throws IllegalArgumentException if {@code sent} is negative or not below the body's length
   */
  public static Step resetInBody(String body, int sent) {
    return partOf(body, sent, true, Exchange::resetConnectionLater);
  }

  /**
   * Answers 200 with the length of the body, sends a part of it and closes the connection in order
   * 50 ms later.
   *
   * @param body the whole body, in UTF-8
   * @param sent how many of its bytes are sent
   * @return the step
   * @throws IllegalArgumentException if {@code sent} is negative or not below the body's length
   */
  public static Step closeInBody(String body, int sent) {
    return partOf(body, sent, true, Exchange::closeConnectionLater);
  }

  /**
   * Answers 200 without the length of the body (in chunks on HTTP/1.1), sends a part of it and
   * closes the connection in order 50 ms later, without the end of the body.
   *
   * @param body the whole body, in UTF-8
   * @param sent how many of its bytes are sent
   * @return the step
   * @throws IllegalArgumentException if {@code sent} is negative or not below the body's length
   */
  public static Step closeInChunks(String body, int sent) {
    return partOf(body, sent, false, Exchange::closeConnectionLater);
  }

  /**
   * Answers 200, sends a part of the body, and the rest after {@link FaultyHttpServer#release}.
   *
   * @param body the whole body, in UTF-8
   * @param sent how many of its bytes are sent at first
   * @return the step
   * @throws IllegalArgumentException if {@code sent} is negative or not below the body's length
   */
  public static Step stallInBody(String body, int sent) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    byte[] rest =
        Arrays.copyOfRange(bytes, Math.min(Math.max(sent, 0), bytes.length), bytes.length);
    return partOf(
        body,
        sent,
        true,
        exchange ->
            exchange.stall(
                () -> {
                  exchange.data(rest);
                  exchange.finish();
                }));
  }

  /**
   * Executes the request and responses nothing until {@link FaultyHttpServer#release}, then 200.
   *
   * @return the step
   */
  public static Step stall() {
    return Step.reply(200).afterStall();
  }

  /**
   * Answers with a status that is not a number.
   *
   * @return the step
   */
  public static Step malformedStatus() {
    return Step.afterReading(Exchange::malformedStatus);
  }

  /**
   * Answers 200 with a header whose name is not one.
   *
   * @return the step
   */
  public static Step malformedHeader() {
    return Step.afterReading(Exchange::malformedHeader);
  }

  private static Step partOf(String body, int sent, boolean told, Consumer<Exchange> then) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    if (sent < 0 || sent >= bytes.length) {
      throw new IllegalArgumentException(
          "sent must be at least 0 and below " + bytes.length + ", but was " + sent);
    }
    byte[] part = Arrays.copyOf(bytes, sent);
    return Step.afterReading(
        exchange -> {
          exchange.head(200, HeaderList.of(), told ? bytes.length : Exchange.UNTOLD);
          exchange.data(part).addListener(done -> then.accept(exchange));
        });
  }
}
