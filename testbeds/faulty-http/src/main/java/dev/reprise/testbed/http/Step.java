package dev.reprise.testbed.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What the server does with one request: a response, or a way to fail. A step is taken when the
 * request has been read whole and so counts as executed, unless it says that it comes on arrival:
 * it is then taken when the headers have been read, or some of the body, and the request is not
 * executed. Immutable, and may be used for any number of requests.
 *
 * @see Faults
 * @see Http2Faults
 */
public final class Step {
  private static final int NOTHING = 0;
  private static final int ALL = Integer.MAX_VALUE;

  private final int readFirst;
  private final Consumer<Exchange> act;

  private Step(int readFirst, Consumer<Exchange> act) {
    this.readFirst = readFirst;
    this.act = act;
  }

  static Step onArrival(Consumer<Exchange> act) {
    return new Step(NOTHING, act);
  }

  static Step afterReading(Consumer<Exchange> act) {
    return new Step(ALL, act);
  }

  static Step withinBody(int bytes, Consumer<Exchange> act) {
    return new Step(bytes, act);
  }

  /**
   * A response without a body.
   *
   * @param status 200 to 599
   * @return the step
   */
  public static Step reply(int status) {
    return reply(status, "");
  }

  /**
   * A response with a body and its Content-Length.
   *
   * @param status 200 to 599
   * @param body sent in UTF-8; left out for HEAD and for 204 and 304
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
   * A redirect.
   *
   * @param status 300 to 399
   * @param location the value of Location
   * @return the step
   */
  public static Step redirect(int status, String location) {
    return reply(status, "", "Location", location);
  }

  /**
   * A response 200 whose body is of zeros, sent in pieces as fast as the client reads.
   *
   * @param bytes its length, sent as Content-Length
   * @return the step
   */
  public static Step hugeBody(long bytes) {
    return afterReading(
        exchange -> {
          exchange.head(200, HeaderList.of(), bytes);
          ChunkedBody.zeros(exchange, bytes);
        });
  }

  /**
   * A response 200 whose body arrives slowly.
   *
   * @param body sent in UTF-8; its length is sent as Content-Length
   * @param piece the bytes of each piece, at least 1
   * @param pause before each piece; kept by the server's timer
   * @return the step
   * @throws IllegalArgumentException if {@code piece} is below 1
   */
  public static Step slowBody(String body, int piece, Duration pause) {
    return slowBody(200, body, piece, pause);
  }

  /**
   * A response whose body arrives slowly.
   *
   * @param status 200 to 599
   * @param body sent in UTF-8; its length is sent as Content-Length
   * @param piece the bytes of each piece, at least 1
   * @param pause before each piece; kept by the server's timer
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
          ChunkedBody.slowly(exchange, bytes, piece, pause);
        });
  }

  /**
   * Chooses the step after the request has been read whole.
   *
   * @param choice from the request with its body; called on a thread of the server's
   * @return the step
   */
  public static Step computed(Function<ReceivedRequest, Step> choice) {
    return afterReading(exchange -> choice.apply(exchange.request()).act.accept(exchange));
  }

  /**
   * The same step after an interim answer, such as 100 or 103.
   *
   * @param status 100 to 199, not 101
   * @param headers name, value, name, value
   * @return the step
   * @throws IllegalArgumentException if {@code status} is out of range or {@code headers} has an
   *     odd length
   */
  public Step afterInterim(int status, String... headers) {
    if (status < 100 || status > 199 || status == 101) {
      throw new IllegalArgumentException("status must be 100 or 102 to 199, but was " + status);
    }
    HeaderList list = HeaderList.of(headers);
    return new Step(
        readFirst,
        exchange -> {
          exchange.interim(status, list);
          act.accept(exchange);
        });
  }

  /**
   * The same step once the server is resumed: nothing is sent until {@link
   * FaultyHttpServer#release}.
   *
   * @return the step
   */
  public Step afterStall() {
    return new Step(readFirst, exchange -> exchange.stall(() -> act.accept(exchange)));
  }

  /**
   * The same step after a pause, kept by the server's timer.
   *
   * @param pause how long nothing is sent
   * @return the step
   */
  public Step afterPause(Duration pause) {
    return new Step(readFirst, exchange -> exchange.later(pause, () -> act.accept(exchange)));
  }

  /**
   * The same step, taken when the headers have been read: the request does not count as executed,
   * and the rest of it is ignored.
   *
   * @return the step
   */
  public Step withoutReading() {
    return new Step(NOTHING, act);
  }

  boolean comesOnArrival() {
    return readFirst == NOTHING;
  }

  /** Whether it is due before the end of the body, now that so much of it has been read. */
  boolean comesWithinBody(int bytesRead) {
    return readFirst != ALL && bytesRead >= readFirst;
  }

  void take(Exchange exchange) {
    act.accept(exchange);
  }
}
