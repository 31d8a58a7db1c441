package dev.reprise.verification.spring.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A gRPC server on loopback whose method fails as often as the test wants. */
public final class OrdersServer implements AutoCloseable {

  public static final String FIND = "shop.Orders/Find";

  private static final MethodDescriptor<String, String> METHOD =
      MethodDescriptor.<String, String>newBuilder()
          .setType(MethodType.UNARY)
          .setFullMethodName(FIND)
          .setRequestMarshaller(new Text())
          .setResponseMarshaller(new Text())
          .build();

  private final AtomicInteger calls = new AtomicInteger();
  private final Server server;
  private volatile Status failure = Status.UNAVAILABLE;
  private volatile int failures;

  private OrdersServer() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(
                ServerServiceDefinition.builder("shop.Orders")
                    .addMethod(
                        METHOD,
                        ServerCalls.<String, String>asyncUnaryCall(
                            (request, response) -> {
                              if (calls.incrementAndGet() <= failures) {
                                response.onError(failure.asRuntimeException(new Metadata()));
                              } else {
                                response.onNext("order " + request);
                                response.onCompleted();
                              }
                            }))
                    .build())
            .build()
            .start();
  }

  public static OrdersServer start() throws IOException {
    return new OrdersServer();
  }

  /** Calls the method by a blocking stub. */
  public static String find(Channel channel, CallOptions options) {
    return ClientCalls.blockingUnaryCall(channel, METHOD, options, "7");
  }

  public static String find(Channel channel) {
    return find(channel, CallOptions.DEFAULT);
  }

  /** Lets the next calls fail. */
  public OrdersServer failing(int times, Status status) {
    calls.set(0);
    failures = times;
    failure = status;
    return this;
  }

  /** Number of calls that arrived since {@link #failing}. */
  public int calls() {
    return calls.get();
  }

  public int port() {
    return server.getPort();
  }

  @Override
  public void close() throws InterruptedException {
    server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
  }

  private static final class Text implements MethodDescriptor.Marshaller<String> {

    @Override
    public InputStream stream(String value) {
      return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
