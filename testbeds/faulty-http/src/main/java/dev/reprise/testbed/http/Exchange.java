package dev.reprise.testbed.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * One request on its connection, and what can be done to it. Confined to the event loop of the
 * connection.
 */
@SuppressWarnings("FutureReturnValueIgnored")
abstract class Exchange {
  /** A body without a Content-Length. */
  static final long UNTOLD = -1;

  private static final Duration TIME_TO_READ = Duration.ofMillis(50);

  private final ServerState state;
  private final ChannelHandlerContext codec;
  private final Connection connection;
  private ReceivedRequest request;
  private boolean over;

  /**
   * @param codec the context of the protocol's codec: what is written or closed through it goes to
   *     the wire, or to TLS, and the codec does not see it
   */
  Exchange(ServerState state, ChannelHandlerContext codec, ReceivedRequest request) {
    this.state = state;
    this.codec = codec;
    this.request = request;
    this.connection = Connection.of(codec.channel());
    connection.began(this);
  }

  abstract void head(int status, HeaderList headers, long length);

  abstract ChannelFuture data(byte[] piece);

  /** Ends the response; the connection stays if the client wants it. */
  abstract void finish();

  abstract void interim(int status, HeaderList headers);

  abstract ChannelFuture halfHead();

  abstract void malformedStatus();

  abstract void malformedHeader();

  abstract void resetStream(ErrorCode code);

  abstract void goAway(int lastStream, ErrorCode code);

  final void reply(int status, HeaderList headers, byte[] body) {
    boolean bodyless = status == 204 || status == 304;
    head(status, headers, bodyless ? UNTOLD : body.length);
    if (body.length > 0 && !bodyless && !request.method().equals("HEAD")) {
      data(body);
    }
    finish();
  }

  /** Ends the connection with RST; TLS says nothing of it. */
  final void resetConnection() {
    end();
    connection.reset();
  }

  /**
   * Ends the connection with RST when the client has had time to read what was sent: some clients
   * drop what they have not read when they see a reset.
   */
  final void resetConnectionLater() {
    later(TIME_TO_READ, this::resetConnection);
  }

  /**
   * Ends the connection with FIN when the client has had time to read what was sent: a client that
   * writes to a connection that is gone may drop what it has not read.
   */
  final void closeConnectionLater() {
    later(TIME_TO_READ, this::closeConnection);
  }

  /** Ends the connection with FIN, after TLS has said goodbye. */
  final void closeConnection() {
    end();
    codec.close();
  }

  final void stall(Runnable then) {
    state.stalls().add(() -> codec.executor().execute(whileOpen(then)));
  }

  final void later(Duration pause, Runnable then) {
    codec.executor().schedule(whileOpen(then), pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private Runnable whileOpen(Runnable then) {
    return () -> {
      if (!over && channel().isActive()) {
        then.run();
      }
    };
  }

  /** The whole request has been read: it takes effect now. */
  final void execute(byte[] body) {
    request = request.withContent(body);
    state.requestLog().executed(request);
  }

  /** The client went away before the response had ended. */
  final void abandon() {
    if (!over) {
      over = true;
      state.requestLog().abandoned(request);
    }
  }

  final void end() {
    over = true;
    connection.ended(this);
  }

  final boolean over() {
    return over;
  }

  final ReceivedRequest request() {
    return request;
  }

  final int stream() {
    return request.stream();
  }

  final ChannelHandlerContext codec() {
    return codec;
  }

  final Channel channel() {
    return codec.channel();
  }
}
