package dev.reprise.testbed.http.internal.exchange;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.util.AttributeKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A connection that the server accepted, with its unfinished exchanges. Confined to its event loop,
 * except {@link #number} and {@link #closeIfIdle}.
 */
@SuppressWarnings("FutureReturnValueIgnored")
public final class Connection {
  private static final AttributeKey<Connection> KEY =
      AttributeKey.valueOf(Connection.class, "connection");

  private final Channel channel;
  private final int number;
  private final Set<Exchange> running = new HashSet<>();

  public Connection(Channel channel, int number) {
    this.channel = channel;
    this.number = number;
    channel.attr(KEY).set(this);
  }

  public static Connection of(Channel channel) {
    return channel.attr(KEY).get();
  }

  public int number() {
    return number;
  }

  void add(Exchange exchange) {
    running.add(exchange);
  }

  void remove(Exchange exchange) {
    running.remove(exchange);
  }

  /** Closes the socket with a TCP reset. */
  public void reset() {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    close();
  }

  /** Closes the socket at once, without a closing alert of TLS and without GOAWAY. */
  public void close() {
    channel.pipeline().firstContext().close();
  }

  /** Closes the connection if it has no unfinished exchange. Callable from any thread. */
  public void closeIfIdle() {
    channel
        .eventLoop()
        .execute(
            () -> {
              if (running.isEmpty()) {
                close();
              }
            });
  }

  /** Abandons the exchange of a stream that the client reset. */
  public void cancel(int stream) {
    List<Exchange> cancelled = running.stream().filter(e -> e.stream() == stream).toList();
    cancelled.forEach(Exchange::abandon);
    running.removeAll(cancelled);
  }

  /** Abandons all exchanges of a connection that was closed. */
  public void abandonAll() {
    List<Exchange> unfinished = List.copyOf(running);
    running.clear();
    unfinished.forEach(Exchange::abandon);
  }
}
