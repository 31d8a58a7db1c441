package dev.reprise.testbed.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.util.AttributeKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One connection that the server accepted. Confined to its event loop, but for its number. */
@SuppressWarnings("FutureReturnValueIgnored")
final class Connection {
  private static final AttributeKey<Connection> KEY =
      AttributeKey.valueOf(Connection.class, "connection");

  private final Channel channel;
  private final int number;
  private final Set<Exchange> running = new HashSet<>();

  Connection(Channel channel, int number) {
    this.channel = channel;
    this.number = number;
    channel.attr(KEY).set(this);
  }

  static Connection of(Channel channel) {
    return channel.attr(KEY).get();
  }

  int number() {
    return number;
  }

  void began(Exchange exchange) {
    running.add(exchange);
  }

  void ended(Exchange exchange) {
    running.remove(exchange);
  }

  void reset() {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    close();
  }

  /** Ends the connection at once: neither TLS nor HTTP/2 says goodbye. */
  void close() {
    channel.pipeline().firstContext().close();
  }

  void closeIfIdle() {
    channel
        .eventLoop()
        .execute(
            () -> {
              if (running.isEmpty()) {
                close();
              }
            });
  }

  void cancelled(int stream) {
    List<Exchange> gone = running.stream().filter(e -> e.stream() == stream).toList();
    gone.forEach(Exchange::abandon);
    running.removeAll(gone);
  }

  void lost() {
    List<Exchange> left = List.copyOf(running);
    running.clear();
    left.forEach(Exchange::abandon);
  }
}
