package dev.reprise.testbed.http.internal.server;

import dev.reprise.testbed.http.internal.exchange.Connection;
import dev.reprise.testbed.http.internal.exchange.HeaderList;
import dev.reprise.testbed.http.internal.exchange.Http1Exchange;
import dev.reprise.testbed.http.internal.exchange.StepAction;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.Protocol;
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

/** Runs the steps of the requests of one HTTP/1.1 connection, in order. */
@SuppressWarnings("FutureReturnValueIgnored")
final class Http1Handler extends SimpleChannelInboundHandler<HttpObject> {
  private final ServerState state;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private @Nullable Http1Exchange exchange;
  private @Nullable StepAction pending;

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
      runWithinBody();
    }
    if (part instanceof LastHttpContent) {
      execute();
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest head) {
    body.reset();
    ReceivedRequest request = request(context, head);
    StepAction action = state.receive(request);
    ChannelHandlerContext codec = context.pipeline().context(HttpServerCodec.class);
    Http1Exchange next =
        new Http1Exchange(state.exchanges(), codec, request, HttpUtil.isKeepAlive(head));
    exchange = next;
    if (action.isOnArrival()) {
      pending = null;
      action.run(next);
    } else {
      pending = action;
      if (HttpUtil.is100ContinueExpected(head)) {
        next.interim(100, HeaderList.of());
      }
    }
  }

  private void runWithinBody() {
    StepAction action = pending;
    Http1Exchange current = exchange;
    if (action != null && current != null && action.isDueWithinBody(body.size())) {
      pending = null;
      action.run(current);
    }
  }

  private void execute() {
    StepAction action = pending;
    Http1Exchange current = exchange;
    pending = null;
    if (action != null && current != null) {
      current.execute(body.toByteArray());
      action.run(current);
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
