package dev.reprise.testbed.http.internal.exchange;

import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.ErrorCode;
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

/** A request on an HTTP/2 stream. */
@SuppressWarnings("FutureReturnValueIgnored")
public final class Http2Exchange extends Exchange {
  private static final int HEADERS_FRAME = 1;
  private static final int GOAWAY_FRAME = 7;
  private static final byte INDEXED_STATUS_200 = (byte) 0x88;

  private final ChannelHandlerContext frames;
  private final Http2FrameStream stream;

  /**
   * @param frames a pipeline context after the codec; the codec encodes frames written through it
   */
  public Http2Exchange(
      ExchangeContext context,
      ChannelHandlerContext codec,
      ChannelHandlerContext frames,
      Http2FrameStream stream,
      ReceivedRequest request) {
    super(context, codec, request);
    this.frames = frames;
    this.stream = stream;
  }

  @Override
  public void head(int status, HeaderList headers, long length) {
    Http2Headers head = headers(Integer.toString(status), headers);
    if (length != UNKNOWN_LENGTH) {
      head.set("content-length", Long.toString(length));
    }
    write(new DefaultHttp2HeadersFrame(head).stream(stream));
  }

  @Override
  public ChannelFuture data(byte[] piece) {
    return write(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(piece)).stream(stream));
  }

  @Override
  public void finish() {
    write(new DefaultHttp2DataFrame(true).stream(stream));
    end();
  }

  @Override
  public void interim(int status, HeaderList headers) {
    write(new DefaultHttp2HeadersFrame(headers(Integer.toString(status), headers)).stream(stream));
  }

  @Override
  public ChannelFuture halfHead() {
    ByteBuf frame = frame(HEADERS_FRAME, stream(), 1);
    return codec().writeAndFlush(frame.writeByte(INDEXED_STATUS_200));
  }

  @Override
  public void malformedStatus() {
    write(
        new DefaultHttp2HeadersFrame(headers("two-hundred", HeaderList.of()), true).stream(stream));
    end();
  }

  @Override
  public void malformedHeader() {
    Http2Headers head = headers("200", HeaderList.of()).set("Bad Name", "x");
    write(new DefaultHttp2HeadersFrame(head, true).stream(stream));
    end();
  }

  @Override
  public void resetStream(ErrorCode code) {
    end();
    write(new DefaultHttp2ResetFrame(code.code()).stream(stream));
  }

  /** Bypasses the codec, which would always send the number of the last stream that it received. */
  @Override
  public void goAway(int lastStream, ErrorCode code) {
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
