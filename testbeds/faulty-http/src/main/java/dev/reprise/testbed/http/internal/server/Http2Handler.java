package dev.reprise.testbed.http.internal.server;

import dev.reprise.testbed.http.internal.exchange.Connection;
import dev.reprise.testbed.http.internal.exchange.Http2Exchange;
import dev.reprise.testbed.http.internal.exchange.StepAction;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.Protocol;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Frame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs the steps of the requests of one HTTP/2 connection. */
@SuppressWarnings("FutureReturnValueIgnored")
final class Http2Handler extends SimpleChannelInboundHandler<Http2Frame> {
  private record Request(Http2Exchange exchange, StepAction action, ByteArrayOutputStream body) {}

  private final ServerState state;
  private final Map<Integer, Request> requests = new HashMap<>();

  Http2Handler(ServerState state) {
    this.state = state;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Http2Frame frame) {
    if (frame instanceof Http2HeadersFrame head) {
      headers(context, head);
    } else if (frame instanceof Http2DataFrame data) {
      data(context, data);
    } else if (frame instanceof Http2ResetFrame reset) {
      cancelled(context, reset.stream().id());
    }
  }

  private void headers(ChannelHandlerContext context, Http2HeadersFrame head) {
    int stream = head.stream().id();
    if (!requests.containsKey(stream)) {
      begin(context, head.stream(), head.headers());
    }
    if (head.isEndStream()) {
      execute(stream);
    }
  }

  private void begin(ChannelHandlerContext context, Http2FrameStream stream, Http2Headers headers) {
    ReceivedRequest request = request(context, stream.id(), headers);
    StepAction action = state.receive(request);
    ChannelHandlerContext codec = context.pipeline().context(Http2FrameCodec.class);
    Http2Exchange exchange = new Http2Exchange(state.exchanges(), codec, context, stream, request);
    requests.put(stream.id(), new Request(exchange, action, new ByteArrayOutputStream()));
    if (action.isOnArrival()) {
      // Later, because an upgrade request is still on its way through the pipeline and needs its
      // stream.
      context.executor().execute(() -> action.run(exchange));
    }
  }

  private void data(ChannelHandlerContext context, Http2DataFrame data) {
    int stream = data.stream().id();
    Request request = requests.get(stream);
    if (request != null && !request.action().isOnArrival()) {
      request.body().writeBytes(ByteBufUtil.getBytes(data.content()));
      if (request.action().isDueWithinBody(request.body().size())) {
        requests.remove(stream);
        request.action().run(request.exchange());
      }
    }
    context.write(
        new DefaultHttp2WindowUpdateFrame(data.initialFlowControlledBytes()).stream(data.stream()));
    if (data.isEndStream()) {
      execute(stream);
    }
  }

  private void execute(int stream) {
    Request request = requests.remove(stream);
    if (request != null && !request.action().isOnArrival()) {
      request.exchange().execute(request.body().toByteArray());
      request.action().run(request.exchange());
    }
  }

  private void cancelled(ChannelHandlerContext context, int stream) {
    requests.remove(stream);
    Connection.of(context.channel()).cancel(stream);
  }

  private static ReceivedRequest request(
      ChannelHandlerContext context, int stream, Http2Headers headers) {
    Map<String, List<String>> map = new HashMap<>();
    headers.forEach(
        header -> {
          String name = header.getKey().toString();
          if (!name.startsWith(":")) {
            map.computeIfAbsent(name, n -> new ArrayList<>()).add(header.getValue().toString());
          }
        });
    return new ReceivedRequest(
        headers.method().toString(),
        headers.path().toString(),
        map,
        ByteBuffer.allocate(0),
        Connection.of(context.channel()).number(),
        stream,
        Protocol.HTTP_2);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
    context.fireChannelReadComplete();
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
