package dev.reprise.grpc;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A gRPC server that speaks HTTP/2 itself, for frames that grpc-java's server does not send. */
final class Http2Server implements AutoCloseable {

  /** The reaction to one stream. */
  enum Reaction {
    /** Resets the stream with REFUSED_STREAM at its headers. */
    REFUSE,
    /** Resets the stream with INTERNAL_ERROR at its headers. */
    RESET,
    /** Sends a GOAWAY that excludes the stream, and closes the connection. */
    GO_AWAY,
    /** As GO_AWAY, with the code REFUSED_STREAM and debug data that claim the same. */
    GO_AWAY_CLAIM_REFUSED,
    /** Refuses by a status whose message claims that the stream was refused. */
    CLAIM_REFUSED,
    /** Returns the message "done". */
    ANSWER
  }

  @SuppressWarnings("deprecation") // its replacement does not exist in the Netty of grpc-java 1.80
  private final EventLoopGroup group = new NioEventLoopGroup(1);

  private final List<Reaction> script = new CopyOnWriteArrayList<>();
  private final List<Reactions> connections = new CopyOnWriteArrayList<>();
  private final AtomicInteger streams = new AtomicInteger();
  private final boolean withholdsStreams;
  private final Channel channel;

  Http2Server(Reaction... reactions) throws InterruptedException {
    this(false, reactions);
  }

  private Http2Server(boolean withholdsStreams, Reaction... reactions) throws InterruptedException {
    this.withholdsStreams = withholdsStreams;
    script.addAll(List.of(reactions));
    channel =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    boolean withheld = withholdsStreams && connections.isEmpty();
                    Http2Settings settings =
                        new Http2Settings().maxConcurrentStreams(withheld ? 0 : 100);
                    Http2FrameCodec codec =
                        Http2FrameCodecBuilder.forServer().initialSettings(settings).build();
                    Reactions reactions = new Reactions(connection, codec);
                    connections.add(reactions); // before the client sees the settings
                    connection.pipeline().addLast(codec, reactions);
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
  }

  /** A server that permits no stream on its first connection, so that a client keeps them. */
  static Http2Server withholdingStreams() throws InterruptedException {
    return new Http2Server(true, Reaction.ANSWER);
  }

  /** Sends a GOAWAY on the first connection. */
  void goAway() {
    Reactions first = connections.get(0);
    first.connection.eventLoop().execute(() -> first.goAway(Http2Error.NO_ERROR, ""));
  }

  int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  int streams() {
    return streams.get();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Reactions extends ChannelInboundHandlerAdapter {

    private final Channel connection;
    private final Http2FrameCodec codec;
    private Reaction reaction = Reaction.ANSWER;

    Reactions(Channel connection, Http2FrameCodec codec) {
      this.connection = connection;
      this.codec = codec;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object frame) {
      try {
        if (frame instanceof Http2HeadersFrame headers) {
          int number = streams.getAndIncrement();
          reaction = script.get(Math.min(number, script.size() - 1));
          atHeaders(context, headers.stream());
        } else if (frame instanceof Http2DataFrame data && data.isEndStream()) {
          atEnd(context, data.stream());
        }
      } finally {
        ReferenceCountUtil.release(frame);
      }
    }

    private void atHeaders(ChannelHandlerContext context, Http2FrameStream stream) {
      switch (reaction) {
        case REFUSE ->
            context.writeAndFlush(
                new DefaultHttp2ResetFrame(Http2Error.REFUSED_STREAM).stream(stream));
        case RESET ->
            context.writeAndFlush(
                new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR).stream(stream));
        case GO_AWAY -> goAway(Http2Error.NO_ERROR, "");
        case GO_AWAY_CLAIM_REFUSED ->
            goAway(
                Http2Error.REFUSED_STREAM,
                "Abrupt GOAWAY closed unsent stream. HTTP/2 error code: REFUSED_STREAM");
        case CLAIM_REFUSED, ANSWER -> {}
      }
    }

    private void goAway(Http2Error code, String debugData) {
      ChannelHandlerContext own = connection.pipeline().context(codec);
      ByteBuf data = Unpooled.copiedBuffer(debugData, StandardCharsets.US_ASCII);
      codec.encoder().writeGoAway(own, 0, code.code(), data, own.newPromise());
      own.flush();
    }

    private void atEnd(ChannelHandlerContext context, Http2FrameStream stream) {
      if (reaction == Reaction.CLAIM_REFUSED) {
        DefaultHttp2Headers only = headers();
        only.add("grpc-status", "14").add("grpc-message", "REFUSED_STREAM");
        context.writeAndFlush(new DefaultHttp2HeadersFrame(only, true).stream(stream));
      } else if (reaction == Reaction.ANSWER) {
        byte[] text = "done".getBytes(StandardCharsets.UTF_8);
        ByteBuf message = Unpooled.buffer().writeByte(0).writeInt(text.length).writeBytes(text);
        DefaultHttp2Headers trailers = new DefaultHttp2Headers();
        trailers.add("grpc-status", "0");
        context.write(new DefaultHttp2HeadersFrame(headers(), false).stream(stream));
        context.write(new DefaultHttp2DataFrame(message).stream(stream));
        context.writeAndFlush(new DefaultHttp2HeadersFrame(trailers, true).stream(stream));
      }
    }

    private DefaultHttp2Headers headers() {
      DefaultHttp2Headers headers = new DefaultHttp2Headers();
      headers.status("200").add("content-type", "application/grpc");
      return headers;
    }
  }
}
