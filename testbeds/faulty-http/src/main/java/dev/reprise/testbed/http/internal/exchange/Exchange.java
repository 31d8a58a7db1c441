package dev.reprise.testbed.http.internal.exchange;

import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.ErrorCode;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * One request on its connection, with the responses and faults that the server can produce for it.
 * Confined to the event loop of the connection.
 */
@SuppressWarnings("FutureReturnValueIgnored")
public abstract class Exchange {
  /** Length of a body without a Content-Length. */
  public static final long UNKNOWN_LENGTH = -1;

  private static final Duration TIME_TO_READ = Duration.ofMillis(50);

  private final ExchangeContext context;
  private final ChannelHandlerContext codec;
  private final Connection connection;
  private ReceivedRequest request;
  private boolean over;

  /**
   * @param codec the pipeline context of the protocol's codec. Writing and closing through it
   *     bypasses the codec and goes to TLS or to the socket.
   */
  Exchange(ExchangeContext context, ChannelHandlerContext codec, ReceivedRequest request) {
    this.context = context;
    this.codec = codec;
    this.request = request;
    this.connection = Connection.of(codec.channel());
    connection.add(this);
  }

  /** Sends status and headers; {@code length} is that of the body or {@link #UNKNOWN_LENGTH}. */
  public abstract void head(int status, HeaderList headers, long length);

  /** Sends a part of the body. */
  public abstract ChannelFuture data(byte[] piece);

  /** Ends the response. The connection stays open if the client asked for it. */
  public abstract void finish();

  /** Sends an interim response. */
  public abstract void interim(int status, HeaderList headers);

  /** Sends the first half of the headers of a response 200. */
  public abstract ChannelFuture halfHead();

  /** Sends a status that is not a number, then ends the response. */
  public abstract void malformedStatus();

  /** Sends a header whose name is not valid, then ends the response. */
  public abstract void malformedHeader();

  /** Resets the stream, or the connection on HTTP/1.1. */
  public abstract void resetStream(ErrorCode code);

  /** Sends GOAWAY and closes the connection after 50 ms; resets it on HTTP/1.1. */
  public abstract void goAway(int lastStream, ErrorCode code);

  public final void reply(int status, HeaderList headers, byte[] body) {
    boolean bodyless = status == 204 || status == 304;
    head(status, headers, bodyless ? UNKNOWN_LENGTH : body.length);
    if (body.length > 0 && !bodyless && !request.method().equals("HEAD")) {
      data(body);
    }
    finish();
  }

  /** Ends the connection with a TCP reset, without a closing alert of TLS. */
  public final void resetConnection() {
    end();
    connection.reset();
  }

  /**
   * Ends the connection with a TCP reset after 50 ms. In this time the client reads the bytes sent
   * so far; some clients drop unread bytes when the connection is reset.
   */
  public final void resetConnectionLater() {
    later(TIME_TO_READ, this::resetConnection);
  }

  /**
   * Ends the connection with FIN after 50 ms. In this time the client reads the bytes sent so far;
   * a client that writes to a closed connection may drop unread bytes.
   */
  public final void closeConnectionLater() {
    later(TIME_TO_READ, this::closeConnection);
  }

  /** Ends the connection with FIN, after the closing alert of TLS. */
  public final void closeConnection() {
    end();
    codec.close();
  }

  public final void stall(Runnable then) {
    context.stalled().add(() -> codec.executor().execute(whileOpen(then)));
  }

  public final void later(Duration pause, Runnable then) {
    codec.executor().schedule(whileOpen(then), pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private Runnable whileOpen(Runnable then) {
    return () -> {
      if (!over && channel().isActive()) {
        then.run();
      }
    };
  }

  /** Records the request as executed, with its complete body. */
  public final void execute(byte[] body) {
    request =
        new ReceivedRequest(
            request.method(),
            request.target(),
            request.headers(),
            ByteBuffer.wrap(body),
            request.connection(),
            request.stream(),
            request.protocol());
    context.log().executed(request);
  }

  /** Records that the client left before the end of the response. */
  public final void abandon() {
    if (!over) {
      over = true;
      context.log().abandoned(request);
    }
  }

  public final void end() {
    over = true;
    connection.remove(this);
  }

  public final boolean over() {
    return over;
  }

  public final ReceivedRequest request() {
    return request;
  }

  public final int stream() {
    return request.stream();
  }

  public final ChannelHandlerContext codec() {
    return codec;
  }

  public final Channel channel() {
    return codec.channel();
  }
}
