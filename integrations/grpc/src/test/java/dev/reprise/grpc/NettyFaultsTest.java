package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testbed.tcp.Cut;
import dev.reprise.testbed.tcp.TcpProxy;
import dev.reprise.testing.VirtualTime;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientStreamTracer;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real connections on loopback, and real HTTP/2 frames. */
@Timeout(60)
class NettyFaultsTest {

  private static final MethodDescriptor<String, String> CALL = Texts.unary("shop.Orders/Place");

  private static Retry retry(Idempotency idempotency) {
    return retry(idempotency, 4);
  }

  private static Retry retry(Idempotency idempotency, int attempts) {
    return Retry.of(
            RetryPolicy.builder()
                .maxAttempts(attempts)
                .within(Duration.ofSeconds(50))
                .backoff(Backoff.fixed(Duration.ofMillis(1)))
                .idempotency(idempotency)
                .build())
        .withBudget(RetryBudget.unlimited());
  }

  private static NettyChannelBuilder channel(int port) {
    return NettyChannelBuilder.forAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .usePlaintext();
  }

  private static ManagedChannel retried(int port, Retry retry) {
    return channel(port)
        .disableRetry()
        .intercept(RetryClientInterceptor.of(GrpcRetry.of(retry)))
        .build();
  }

  private static String call(ManagedChannel channel) {
    return ClientCalls.blockingUnaryCall(channel, CALL, CallOptions.DEFAULT, "request");
  }

  private static void returnsAfter(Http2Server.Reaction first) throws Exception {
    try (Http2Server server = new Http2Server(first, Http2Server.Reaction.ANSWER)) {
      ManagedChannel channel = retried(server.port(), retry(Idempotency.NOT_IDEMPOTENT));
      try {
        assertThat(call(channel)).isEqualTo("done");
        assertThat(server.streams()).isEqualTo(2);
      } finally {
        channel.shutdownNow();
      }
    }
  }

  private static void failsAfter(Http2Server.Reaction first) throws Exception {
    try (Http2Server server = new Http2Server(first, Http2Server.Reaction.ANSWER)) {
      ManagedChannel channel = retried(server.port(), retry(Idempotency.NOT_IDEMPOTENT));
      try {
        assertThatThrownBy(() -> call(channel)).isInstanceOf(StatusRuntimeException.class);
        assertThat(server.streams()).isEqualTo(1);
      } finally {
        channel.shutdownNow();
      }
    }
  }

  @Test
  void a_refused_stream_had_no_effect() throws Exception {
    returnsAfter(Http2Server.Reaction.REFUSE);
  }

  @Test
  void a_stream_that_a_goaway_ends_is_retried_on_a_new_connection_if_the_call_is_idempotent()
      throws Exception {
    try (Http2Server server =
        new Http2Server(Http2Server.Reaction.GO_AWAY, Http2Server.Reaction.ANSWER)) {
      ManagedChannel channel = retried(server.port(), retry(Idempotency.IDEMPOTENT));
      try {
        assertThat(call(channel)).isEqualTo("done");
        assertThat(server.streams()).isEqualTo(2);
      } finally {
        channel.shutdownNow();
      }
    }
  }

  /** grpc-java does not prove that a stream above the last-stream-id was not processed. */
  @Test
  void a_stream_that_a_goaway_ends_may_have_had_an_effect() throws Exception {
    failsAfter(Http2Server.Reaction.GO_AWAY);
  }

  @Test
  void a_goaway_whose_code_and_debug_data_claim_a_refused_stream_is_not_believed()
      throws Exception {
    failsAfter(Http2Server.Reaction.GO_AWAY_CLAIM_REFUSED);
  }

  @Test
  void a_stream_that_a_goaway_leaves_unsent_had_no_effect() throws Exception {
    Semaphore created = new Semaphore(0);
    try (Http2Server server = Http2Server.withholdingStreams()) {
      ManagedChannel channel =
          channel(server.port())
              .disableRetry()
              .intercept(
                  new TracedStreams(new Semaphore(0), created),
                  RetryClientInterceptor.of(GrpcRetry.of(retry(Idempotency.NOT_IDEMPOTENT))))
              .build();
      try {
        Future<String> future =
            ClientCalls.futureUnaryCall(channel.newCall(CALL, CallOptions.DEFAULT), "request");
        assertThat(created.tryAcquire(50, TimeUnit.SECONDS)).isTrue();
        server.goAway();
        assertThat(future.get(50, TimeUnit.SECONDS)).isEqualTo("done");
        assertThat(server.streams()).isEqualTo(1);
      } finally {
        channel.shutdownNow();
      }
    }
  }

  @Test
  void a_stream_that_was_reset_for_other_reasons_may_have_had_an_effect() throws Exception {
    failsAfter(Http2Server.Reaction.RESET);
  }

  @Test
  void a_server_that_claims_a_refused_stream_in_its_message_is_not_believed() throws Exception {
    failsAfter(Http2Server.Reaction.CLAIM_REFUSED);
  }

  @Test
  void a_refused_connection_had_no_effect() throws Exception {
    Server server = server(new AtomicInteger(), () -> {});
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", server.getPort()).start()) {
      proxy.refuse();
      ManagedChannel[] channel = new ManagedChannel[1];
      Retry retry =
          retry(Idempotency.NOT_IDEMPOTENT, 10_000)
              .withListener(
                  event -> {
                    if (event instanceof RetryEvent.AttemptFinished) {
                      accept(proxy);
                      channel[0].resetConnectBackoff();
                    }
                  });
      channel[0] = retried(proxy.port(), retry);
      try {
        assertThat(call(channel[0])).isEqualTo("done");
      } finally {
        channel[0].shutdownNow();
      }
    } finally {
      server.shutdownNow();
    }
  }

  /** A server that accepts connections and never speaks HTTP/2, so no stream is created. */
  @Test
  void an_attempt_that_takes_too_long_before_it_was_sent_had_no_effect() throws Exception {
    VirtualTime time = VirtualTime.seeded(1);
    Semaphore begun = new Semaphore(0);
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(3)
                    .attemptTimeout(Duration.ofHours(1))
                    .withoutTimeLimit()
                    .backoff(Backoff.none())
                    .idempotency(Idempotency.NOT_IDEMPOTENT)
                    .build())
            .withBudget(RetryBudget.unlimited())
            .withEnvironment(time);
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      ManagedChannel channel =
          channel(mute.getLocalPort())
              .disableRetry()
              .intercept(
                  new TracedStreams(begun, new Semaphore(0)),
                  RetryClientInterceptor.of(GrpcRetry.of(retry)))
              .build();
      try {
        Future<String> future =
            ClientCalls.futureUnaryCall(channel.newCall(CALL, CallOptions.DEFAULT), "request");
        for (int attempt = 1; attempt <= 3; attempt++) {
          assertThat(begun.tryAcquire(50, TimeUnit.SECONDS)).isTrue();
          time.advance(Duration.ofHours(1));
        }
        assertThatThrownBy(() -> future.get(50, TimeUnit.SECONDS))
            .satisfies(
                failure -> {
                  RetryReport report = RetryReport.of(failure).orElseThrow();
                  assertThat(report.attempts()).isEqualTo(3);
                  assertThat(report.stopReason()).isEqualTo(StopReason.ATTEMPTS);
                });
      } finally {
        channel.shutdownNow();
      }
    }
  }

  /** Counts streams after the tracer of the retry: when they begin, and on a transport. */
  private record TracedStreams(Semaphore begun, Semaphore created) implements ClientInterceptor {

    @Override
    public <A, B> ClientCall<A, B> interceptCall(
        MethodDescriptor<A, B> method, CallOptions options, Channel next) {
      ClientStreamTracer.Factory counter =
          new ClientStreamTracer.Factory() {
            @Override
            public ClientStreamTracer newClientStreamTracer(
                ClientStreamTracer.StreamInfo info, Metadata headers) {
              begun.release();
              return new ClientStreamTracer() {
                @Override
                public void streamCreated(Attributes transport, Metadata sent) {
                  created.release();
                }
              };
            }
          };
      return next.newCall(method, options.withStreamTracerFactory(counter));
    }
  }

  private static void accept(TcpProxy proxy) {
    try {
      proxy.accept();
    } catch (java.io.IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void a_connection_that_breaks_during_a_call_is_retried_if_the_call_is_idempotent()
      throws Exception {
    AtomicInteger calls = new AtomicInteger();
    TcpProxy[] proxy = new TcpProxy[1];
    Server server =
        server(
            calls,
            () -> {
              if (calls.get() == 1) {
                proxy[0].cutAll(Cut.RESET);
              }
            });
    proxy[0] = TcpProxy.to("127.0.0.1", server.getPort()).start();
    ManagedChannel channel = retried(proxy[0].port(), retry(Idempotency.IDEMPOTENT));
    try {
      assertThat(call(channel)).isEqualTo("done");
      assertThat(calls).hasValue(2);
    } finally {
      channel.shutdownNow();
      proxy[0].close();
      server.shutdownNow();
    }
  }

  @Test
  void retries_of_the_channel_are_not_multiplied() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Server server =
        server(
            calls,
            () -> {
              throw Status.UNAVAILABLE.asRuntimeException();
            });
    Map<String, Object> policy =
        Map.of(
            "maxAttempts",
            3.0,
            "initialBackoff",
            "0.001s",
            "maxBackoff",
            "0.001s",
            "backoffMultiplier",
            1.0,
            "retryableStatusCodes",
            List.of("UNAVAILABLE"));
    Map<String, Object> config =
        Map.of("methodConfig", List.of(Map.of("name", List.of(Map.of()), "retryPolicy", policy)));
    ManagedChannel channel =
        channel(server.getPort())
            .defaultServiceConfig(config)
            .intercept(RetryClientInterceptor.of(GrpcRetry.of(retry(Idempotency.IDEMPOTENT))))
            .build();
    try {
      assertThatThrownBy(() -> call(channel))
          .isInstanceOfSatisfying(
              StatusRuntimeException.class,
              failure ->
                  assertThat(RetryReport.of(failure).orElseThrow().stopReason())
                      .isEqualTo(StopReason.ALREADY_RETRIED));
      assertThat(calls).hasValue(3);
    } finally {
      channel.shutdownNow();
      server.shutdownNow();
      assertThat(server.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static Server server(AtomicInteger calls, Runnable before) throws Exception {
    ServerServiceDefinition service =
        ServerServiceDefinition.builder("shop.Orders")
            .addMethod(
                CALL,
                ServerCalls.asyncUnaryCall(
                    (request, responses) -> {
                      calls.incrementAndGet();
                      try {
                        before.run();
                      } catch (StatusRuntimeException failure) {
                        responses.onError(failure);
                        return;
                      }
                      responses.onNext("done");
                      responses.onCompleted();
                    }))
            .build();
    return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .addService(service)
        .build()
        .start();
  }
}
