package dev.reprise.testbed.http;

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

/** Builds the handlers of each connection for the server's transport. */
@SuppressWarnings("FutureReturnValueIgnored")
final class Pipeline extends ChannelInitializer<Channel> {
  private static final int LONGEST_UPGRADE_BODY = 16 * 1024 * 1024;

  private final ServerState state;
  private final Transport transport;
  private final @Nullable SslContext tls;

  Pipeline(ServerState state, Transport transport, @Nullable SslContext tls) {
    this.state = state;
    this.transport = transport;
    this.tls = tls;
  }

  @Override
  protected void initChannel(Channel channel) {
    Connection connection = new Connection(channel, state.requestLog().connectionOpened());
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
      case TLS_HTTP_1_OR_2 -> pipeline.addLast(new AgreedByTls());
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
        new HttpServerUpgradeHandler(http1, this::upgradeCodec, LONGEST_UPGRADE_BODY);
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

  /** The codec sees no response, and would take all requests of a connection for unanswered. */
  private static HttpServerCodec newHttp1Codec() {
    return new HttpServerCodec(new HttpDecoderConfig(), Integer.MAX_VALUE);
  }

  private Http2FrameCodec newFrameCodec() {
    return Http2FrameCodecBuilder.forServer()
        .initialSettings(Http2Settings.defaultSettings().maxConcurrentStreams(state.maxStreams()))
        .build();
  }

  private final class AgreedByTls extends ApplicationProtocolNegotiationHandler {
    AgreedByTls() {
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
