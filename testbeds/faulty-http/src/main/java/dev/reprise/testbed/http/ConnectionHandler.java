package dev.reprise.testbed.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Counts the connection. It stands first in the pipeline and so sees the bare socket. */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
  private final ServerState state;

  ConnectionHandler(ServerState state) {
    this.state = state;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    if (state.resetsThisConnection()) {
      Connection.of(context.channel()).reset();
    } else {
      context.fireChannelActive();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    Connection.of(context.channel()).lost();
    state.requestLog().connectionClosed();
    context.fireChannelInactive();
  }
}
