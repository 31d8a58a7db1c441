package dev.reprise.testbed.http;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes the steps for the requests of one HTTP/1.1 connection, one after the other. */
@SuppressWarnings("FutureReturnValueIgnored")
final class Http1Handler extends SimpleChannelInboundHandler<HttpObject> {
  private final ServerState state;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private @Nullable Http1Exchange exchange;
  private @Nullable Step pending;

  Http1Handler(ServerState state) {
    this.state = state;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
    if (part instanceof HttpRequest head) {
      begin(context, head);
    }
    if (part instanceof HttpContent content) {
      body.writeBytes(ByteBufUtil.getBytes(content.content()));
      takeWithinBody();
    }
    if (part instanceof LastHttpContent) {
      execute();
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest head) {
    body.reset();
    ReceivedRequest request = request(context, head);
    Step step = state.arrived(request);
    ChannelHandlerContext codec = context.pipeline().context(HttpServerCodec.class);
    Http1Exchange next = new Http1Exchange(state, codec, request, HttpUtil.isKeepAlive(head));
    exchange = next;
    if (step.comesOnArrival()) {
      pending = null;
      step.take(next);
    } else {
      pending = step;
      if (HttpUtil.is100ContinueExpected(head)) {
        next.interim(100, HeaderList.of());
      }
    }
  }

  private void takeWithinBody() {
    Step step = pending;
    Http1Exchange current = exchange;
    if (step != null && current != null && step.comesWithinBody(body.size())) {
      pending = null;
      step.take(current);
    }
  }

  private void execute() {
    Step step = pending;
    Http1Exchange current = exchange;
    pending = null;
    if (step != null && current != null) {
      current.execute(body.toByteArray());
      step.take(current);
    }
  }

  private static ReceivedRequest request(ChannelHandlerContext context, HttpRequest head) {
    return new ReceivedRequest(
        head.method().name(),
        head.uri(),
        headers(head.headers()),
        ByteBuffer.allocate(0),
        Connection.of(context.channel()).number(),
        0,
        Protocol.HTTP_1);
  }

  private static Map<String, List<String>> headers(HttpHeaders headers) {
    Map<String, List<String>> map = new HashMap<>();
    headers.forEach(
        header ->
            map.computeIfAbsent(header.getKey().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                .add(header.getValue()));
    return map;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      context.channel().close();
    } else {
      context.fireExceptionCaught(cause);
    }
  }
}
