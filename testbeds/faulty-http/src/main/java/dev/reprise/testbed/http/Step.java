package dev.reprise.testbed.http;

import dev.reprise.testbed.http.internal.exchange.ChunkedBody;
import dev.reprise.testbed.http.internal.exchange.Exchange;
import dev.reprise.testbed.http.internal.exchange.HeaderList;
import dev.reprise.testbed.http.internal.exchange.StepAction;
import dev.reprise.testbed.http.log.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reaction of the server to one request: a response or a fault. By default the server first reads
 * the complete request, which then counts as executed. A step that acts <em>on arrival</em> acts
 * when the headers have been read, or a part of the body; the request is then not executed.
 *
 * <p>Immutable; one step can serve any number of requests at the same time.
 *
 * <pre>{@code
 * server.script(
 *     "/orders",
 *     Step.reply(503, "busy", "Retry-After", "1"),
 *     Step.reply(200, "done").afterPause(Duration.ofMillis(100)));
 * }</pre>
 *
 * @see Faults
 * @see Http2Faults
 */
public final class Step {
  private final StepAction action;

  private Step(StepAction action) {
    this.action = action;
  }

  static Step onArrival(Consumer<Exchange> action) {
    return new Step(StepAction.onArrival(action));
  }

  static Step afterReading(Consumer<Exchange> action) {
    return new Step(StepAction.afterReading(action));
  }

  static Step withinBody(int bytes, Consumer<Exchange> action) {
    return new Step(StepAction.withinBody(bytes, action));
  }

  StepAction action() {
    return action;
  }

  /**
   * Returns a response without a body.
   *
   * @param status 200 to 599
   * @return the step
   * @throws IllegalArgumentException if {@code status} is out of range
   */
  public static Step reply(int status) {
    return reply(status, "");
  }

  /**
   * Returns a response with a body and its Content-Length.
   *
   * @param status 200 to 599
   * @param body sent in UTF-8; not sent for HEAD and for the statuses 204 and 304
   * @param headers name, value, name, value
   * @return the step
   * @throws IllegalArgumentException if {@code headers} has an odd length or {@code status} is out
   *     of range
   */
  public static Step reply(int status, String body, String... headers) {
    if (status < 200 || status > 599) {
      throw new IllegalArgumentException("status must be 200 to 599, but was " + status);
    }
    HeaderList list = HeaderList.of(headers);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return afterReading(exchange -> exchange.reply(status, list, bytes));
  }

  /**
   * Returns a redirect.
   *
   * @param status the status, usually 300 to 399
   * @param location the value of the header Location
   * @return the step
   * @throws IllegalArgumentException if {@code status} is not 200 to 599
   */
  public static Step redirect(int status, String location) {
    return reply(status, "", "Location", location);
  }

  /**
   * Returns a response 200 with a body of zeros. It is sent in pieces of 64 KiB, as fast as the
   * client reads.
   *
   * @param bytes the length of the body, at least 0, sent as Content-Length
   * @return the step
   */
  public static Step hugeBody(long bytes) {
    return afterReading(
        exchange -> {
          exchange.head(200, HeaderList.of(), bytes);
          ChunkedBody.sendZeros(exchange, bytes);
        });
  }

  /**
   * Returns a response 200 whose body arrives slowly.
   *
   * @param body sent in UTF-8; its length is sent as Content-Length
   * @param piece bytes of each piece, at least 1
   * @param pause pause before each piece, zero or more, measured by the server's timer
   * @return the step
   * @throws IllegalArgumentException if {@code piece} is below 1
   */
  public static Step slowBody(String body, int piece, Duration pause) {
    return slowBody(200, body, piece, pause);
  }

  /**
   * Returns a response whose body arrives slowly.
   *
   * @param status 200 to 599
   * @param body sent in UTF-8; its length is sent as Content-Length
   * @param piece bytes of each piece, at least 1
   * @param pause pause before each piece, zero or more, measured by the server's timer
   * @return the step
   * @throws IllegalArgumentException if {@code piece} is below 1
   */
  public static Step slowBody(int status, String body, int piece, Duration pause) {
    if (piece < 1) {
      throw new IllegalArgumentException("piece must be at least 1, but was " + piece);
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return afterReading(
        exchange -> {
          exchange.head(status, HeaderList.of(), bytes.length);
          ChunkedBody.sendSlowly(exchange, bytes, piece, pause);
        });
  }

  /**
   * Returns a step that is chosen when the complete request has been read.
   *
   * @param choice returns the step for a request with its body; called on a thread of the server
   * @return the step
   */
  public static Step computed(Function<ReceivedRequest, Step> choice) {
    return afterReading(exchange -> choice.apply(exchange.request()).action.run(exchange));
  }

  /**
   * Returns this step after an interim response, such as 100 or 103.
   *
   * @param status 100 to 199, not 101
   * @param headers name, value, name, value
   * @return a new step
   * @throws IllegalArgumentException if {@code status} is out of range or {@code headers} has an
   *     odd length
   */
  public Step afterInterim(int status, String... headers) {
    if (status < 100 || status > 199 || status == 101) {
      throw new IllegalArgumentException("status must be 100 or 102 to 199, but was " + status);
    }
    HeaderList list = HeaderList.of(headers);
    return new Step(
        action.change(
            next ->
                exchange -> {
                  exchange.interim(status, list);
                  next.accept(exchange);
                }));
  }

  /**
   * Returns this step after a stall: the server sends nothing until {@link
   * FaultyHttpServer#release}.
   *
   * @return a new step
   */
  public Step afterStall() {
    return new Step(action.change(next -> exchange -> exchange.stall(() -> next.accept(exchange))));
  }

  /**
   * Returns this step after a pause, measured by the server's timer.
   *
   * @param pause the time during which the server sends nothing, zero or more
   * @return a new step
   */
  public Step afterPause(Duration pause) {
    return new Step(
        action.change(next -> exchange -> exchange.later(pause, () -> next.accept(exchange))));
  }

  /**
   * Returns this step on arrival: it acts when the headers have been read. The request does not
   * count as executed, and its body is ignored.
   *
   * @return a new step
   */
  public Step withoutReading() {
    return new Step(action.withoutReading());
  }
}
