package dev.reprise.testbed.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Frame;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Locale;

/** A request on a stream of HTTP/2. */
@SuppressWarnings("FutureReturnValueIgnored")
final class Http2Exchange extends Exchange {
  private static final int HEADERS_FRAME = 1;
  private static final int GOAWAY_FRAME = 7;
  private static final byte INDEXED_STATUS_200 = (byte) 0x88;

  private final ChannelHandlerContext frames;
  private final Http2FrameStream stream;

  /**
   * @param frames a context above the codec: frames written through it pass the codec
   */
  Http2Exchange(
      ServerState state,
      ChannelHandlerContext codec,
      ChannelHandlerContext frames,
      Http2FrameStream stream,
      ReceivedRequest request) {
    super(state, codec, request);
    this.frames = frames;
    this.stream = stream;
  }

  @Override
  void head(int status, HeaderList headers, long length) {
    Http2Headers head = headers(Integer.toString(status), headers);
    if (length != UNTOLD) {
      head.set("content-length", Long.toString(length));
    }
    write(new DefaultHttp2HeadersFrame(head).stream(stream));
  }

  @Override
  ChannelFuture data(byte[] piece) {
    return write(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(piece)).stream(stream));
  }

  @Override
  void finish() {
    write(new DefaultHttp2DataFrame(true).stream(stream));
    end();
  }

  @Override
  void interim(int status, HeaderList headers) {
    write(new DefaultHttp2HeadersFrame(headers(Integer.toString(status), headers)).stream(stream));
  }

  @Override
  ChannelFuture halfHead() {
    ByteBuf frame = frame(HEADERS_FRAME, stream(), 1);
    return codec().writeAndFlush(frame.writeByte(INDEXED_STATUS_200));
  }

  @Override
  void malformedStatus() {
    write(
        new DefaultHttp2HeadersFrame(headers("two-hundred", HeaderList.of()), true).stream(stream));
    end();
  }

  @Override
  void malformedHeader() {
    Http2Headers head = headers("200", HeaderList.of()).set("Bad Name", "x");
    write(new DefaultHttp2HeadersFrame(head, true).stream(stream));
    end();
  }

  @Override
  void resetStream(ErrorCode code) {
    end();
    write(new DefaultHttp2ResetFrame(code.code()).stream(stream));
  }

  /** Written past the codec, which always takes the last stream that it has seen. */
  @Override
  void goAway(int lastStream, ErrorCode code) {
    ByteBuf frame = frame(GOAWAY_FRAME, 0, 8).writeInt(lastStream).writeInt(code.code());
    codec().writeAndFlush(frame).addListener(written -> closeConnectionLater());
  }

  private static ByteBuf frame(int type, int stream, int length) {
    return Unpooled.buffer().writeMedium(length).writeByte(type).writeByte(0).writeInt(stream);
  }

  private static Http2Headers headers(String status, HeaderList headers) {
    Http2Headers head = new DefaultHttp2Headers(false).status(status);
    headers.headers().forEach(h -> head.add(h.name().toLowerCase(Locale.ROOT), h.value()));
    return head;
  }

  private ChannelFuture write(Http2Frame frame) {
    return frames.writeAndFlush(frame);
  }
}
