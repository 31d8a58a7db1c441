package dev.reprise.examples.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests of the channel and the server of the guide. */
class GrpcExamplesTest {

  private static final MethodDescriptor.Marshaller<String> TEXT =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(String value) {
          return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
          try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException failure) {
            throw new UncheckedIOException(failure);
          }
        }
      };
  private static final MethodDescriptor<String, String> PLACE =
      MethodDescriptor.newBuilder(TEXT, TEXT)
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("shop.Orders/Place")
          .build();

  private final AtomicInteger placed = new AtomicInteger();

  /** Fails once, and answers then. */
  private ServerServiceDefinition orders() {
    return ServerServiceDefinition.builder("shop.Orders")
        .addMethod(
            PLACE,
            ServerCalls.asyncUnaryCall(
                (order, responses) -> {
                  if (placed.incrementAndGet() == 1) {
                    responses.onError(Status.UNAVAILABLE.asRuntimeException());
                    return;
                  }
                  responses.onNext("placed " + order + " for " + OrdersServer.USER.get());
                  responses.onCompleted();
                }))
        .build();
  }

  private static ServerInterceptor ann() {
    return new ServerInterceptor() {
      @Override
      public <Q, A> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        return Contexts.interceptCall(
            Context.current().withValue(OrdersServer.USER, "ann"), call, headers, next);
      }
    };
  }

  @Test
  void a_call_that_fails_once_is_made_again_with_its_key() throws Exception {
    String name = InProcessServerBuilder.generateName();
    ExecutorService executor = Executors.newFixedThreadPool(2);
    Server server =
        OrdersServer.start(
            InProcessServerBuilder.forName(name),
            orders(),
            ann(),
            new InMemoryIdempotencyStore(),
            executor);
    ManagedChannel channel = OrdersChannel.open(InProcessChannelBuilder.forName(name));
    try {
      assertThat(ClientCalls.blockingUnaryCall(channel, PLACE, CallOptions.DEFAULT, "book"))
          .isEqualTo("placed book for ann");
      assertThat(placed).hasValue(2);
    } finally {
      channel.shutdownNow();
      server.shutdownNow();
      executor.shutdownNow();
    }
  }
}
