package dev.reprise.testbed.http.internal.server;

import dev.reprise.testbed.http.internal.exchange.Connection;
import dev.reprise.testbed.http.protocol.Transport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerUpgradeHandler;
import io.netty.handler.codec.http2.CleartextHttp2ServerUpgradeHandler;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2ServerUpgradeCodec;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** Adds the handlers of each new connection, as the transport of the server requires. */
@SuppressWarnings("FutureReturnValueIgnored")
public final class ServerPipeline extends ChannelInitializer<Channel> {
  private static final int MAX_UPGRADE_BODY_BYTES = 16 * 1024 * 1024;

  private final ServerState state;
  private final Transport transport;
  private final @Nullable SslContext tls;

  public ServerPipeline(ServerState state, Transport transport, @Nullable SslContext tls) {
    this.state = state;
    this.transport = transport;
    this.tls = tls;
  }

  @Override
  protected void initChannel(Channel channel) {
    Connection connection = new Connection(channel, state.exchanges().log().connectionOpened());
    state.connections().add(connection);
    channel.closeFuture().addListener(closed -> state.connections().remove(connection));
    ChannelPipeline pipeline = channel.pipeline().addLast(new ConnectionHandler(state));
    if (tls != null) {
      SslHandler handler = tls.newHandler(channel.alloc());
      handler.setHandshakeTimeoutMillis(0);
      pipeline.addLast(handler);
    }
    switch (transport) {
      case HTTP_1, TLS_HTTP_1 -> http1(pipeline);
      case HTTP_1_OR_H2C -> http1OrH2c(pipeline);
      case TLS_HTTP_1_OR_2 -> pipeline.addLast(new AlpnHandler());
    }
  }

  private void http1(ChannelPipeline pipeline) {
    pipeline.addLast(newHttp1Codec(), new Http1Handler(state));
  }

  private void http2(ChannelPipeline pipeline) {
    pipeline.addLast(newFrameCodec(), new Http2Handler(state));
  }

  private void http1OrH2c(ChannelPipeline pipeline) {
    HttpServerCodec http1 = newHttp1Codec();
    HttpServerUpgradeHandler upgrade =
        new HttpServerUpgradeHandler(http1, this::upgradeCodec, MAX_UPGRADE_BODY_BYTES);
    ChannelHandler priorKnowledge =
        new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            channel.pipeline().remove(Http1Handler.class);
            http2(channel.pipeline());
          }
        };
    pipeline.addLast(
        new CleartextHttp2ServerUpgradeHandler(http1, upgrade, priorKnowledge),
        new Http1Handler(state));
  }

  private HttpServerUpgradeHandler.@Nullable UpgradeCodec upgradeCodec(CharSequence protocol) {
    if (!AsciiString.contentEquals(Http2CodecUtil.HTTP_UPGRADE_PROTOCOL_NAME, protocol)) {
      return null;
    }
    return new Http2ServerUpgradeCodec(newFrameCodec(), new Http2Handler(state));
  }

  /**
   * Creates a codec without a limit of pipelined requests. Responses bypass the codec, so it counts
   * every request as pending.
   */
  private static HttpServerCodec newHttp1Codec() {
    return new HttpServerCodec(new HttpDecoderConfig(), Integer.MAX_VALUE);
  }

  private Http2FrameCodec newFrameCodec() {
    return Http2FrameCodecBuilder.forServer()
        .initialSettings(Http2Settings.defaultSettings().maxConcurrentStreams(state.maxStreams()))
        .build();
  }

  private final class AlpnHandler extends ApplicationProtocolNegotiationHandler {
    AlpnHandler() {
      super(ApplicationProtocolNames.HTTP_1_1);
    }

    @Override
    protected void configurePipeline(ChannelHandlerContext context, String protocol) {
      if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
        http2(context.pipeline());
      } else {
        http1(context.pipeline());
      }
    }
  }
}
