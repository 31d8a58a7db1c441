package dev.reprise.testbed.http.internal.server;

import dev.reprise.testbed.http.internal.exchange.Connection;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Resets new connections on request and records closed ones. The first handler of the pipeline, so
 * that it works on the bare socket.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
  private final ServerState state;

  ConnectionHandler(ServerState state) {
    this.state = state;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    if (state.resetsNewConnection()) {
      Connection.of(context.channel()).reset();
    } else {
      context.fireChannelActive();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    Connection.of(context.channel()).abandonAll();
    state.exchanges().log().connectionClosed();
    context.fireChannelInactive();
  }
}
