package dev.reprise.testbed.http.internal.exchange;

import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.CharsetUtil;

/**
 * A request on HTTP/1.1. The response is written as bytes and bypasses the codec, which would
 * refuse to write malformed ones.
 */
@SuppressWarnings("FutureReturnValueIgnored")
public final class Http1Exchange extends Exchange {
  private final boolean keepAlive;
  private boolean chunked;

  public Http1Exchange(
      ExchangeContext context,
      ChannelHandlerContext codec,
      ReceivedRequest request,
      boolean keepAlive) {
    super(context, codec, request);
    this.keepAlive = keepAlive;
  }

  @Override
  public void head(int status, HeaderList headers, long length) {
    boolean bodyless = status == 204 || status == 304;
    chunked = length == UNKNOWN_LENGTH && !bodyless;
    StringBuilder head = statusLine(status).append(lines(headers));
    if (chunked) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else if (!bodyless) {
      head.append("Content-Length: ").append(length).append("\r\n");
    }
    if (!keepAlive) {
      head.append("Connection: close\r\n");
    }
    write(head.append("\r\n").toString());
  }

  @Override
  public ChannelFuture data(byte[] piece) {
    ByteBuf bytes = Unpooled.wrappedBuffer(piece);
    if (chunked && piece.length > 0) {
      bytes =
          Unpooled.wrappedBuffer(
              ascii(Integer.toHexString(piece.length) + "\r\n"), bytes, ascii("\r\n"));
    }
    return codec().writeAndFlush(bytes);
  }

  @Override
  public void finish() {
    ChannelFuture last = write(chunked ? "0\r\n\r\n" : "");
    end();
    if (!keepAlive) {
      last.addListener(written -> closeConnection());
    }
  }

  @Override
  public void interim(int status, HeaderList headers) {
    write(statusLine(status).append(lines(headers)).append("\r\n").toString());
  }

  @Override
  public ChannelFuture halfHead() {
    return write("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Half: one, t");
  }

  @Override
  public void malformedStatus() {
    write("HTTP/1.1 two-hundred OK\r\nContent-Length: 0\r\n\r\n")
        .addListener(written -> closeConnection());
  }

  @Override
  public void malformedHeader() {
    write("HTTP/1.1 200 OK\r\nnot a header\r\nB\u0001d name: x\r\nContent-Length: 0\r\n\r\n")
        .addListener(written -> closeConnection());
  }

  @Override
  public void resetStream(ErrorCode code) {
    resetConnection();
  }

  @Override
  public void goAway(int lastStream, ErrorCode code) {
    resetConnection();
  }

  private static StringBuilder statusLine(int status) {
    return new StringBuilder("HTTP/1.1 ").append(HttpResponseStatus.valueOf(status)).append("\r\n");
  }

  private static String lines(HeaderList headers) {
    StringBuilder lines = new StringBuilder();
    headers
        .headers()
        .forEach(h -> lines.append(h.name()).append(": ").append(h.value()).append("\r\n"));
    return lines.toString();
  }

  private ChannelFuture write(String text) {
    return codec().writeAndFlush(ascii(text));
  }

  private static ByteBuf ascii(String text) {
    return Unpooled.copiedBuffer(text, CharsetUtil.ISO_8859_1);
  }
}
