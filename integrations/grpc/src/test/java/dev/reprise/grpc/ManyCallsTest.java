package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.tcp.Cut;
import dev.reprise.testbed.tcp.TcpProxy;
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
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many calls at the same time over connections that break. */
@Tag("proof")
@Timeout(240)
class ManyCallsTest {

  private static final MethodDescriptor<String, String> CALL = Texts.unary("shop.Orders/Place");
  private static final int CALLS = 10_000;
  private static final int CANCELLED_WITHIN_AN_ATTEMPT = 50;
  private static final int CANCELLED_AT_ANY_TIME = 50;
  private static final long SEED = 1;
  private static final int RESETS = 5;

  /** Logs each stream that a reset connection ended; a field, so that its level is kept. */
  private static final Logger SERVER_LOG = Logger.getLogger("io.grpc.netty.NettyServerHandler");

  private final AtomicInteger received = new AtomicInteger();
  private final AtomicInteger openStreams = new AtomicInteger();
  private final List<CompletableFuture<Future<String>>> calls = new ArrayList<>();

  /** Calls that are cancelled when the server has received their request, which it leaves open. */
  private final Set<Integer> cancelledWithin = new HashSet<>();

  /** Calls that are cancelled when the server has received a number of requests. */
  private final Map<Integer, Integer> cancelledAt = new HashMap<>();

  private volatile TcpProxy proxy;

  /** All of these calls are different ones. */
  private void drawCancellations() {
    Random random = new Random(SEED);
    List<Integer> drawn = new ArrayList<>(IntStream.range(0, CALLS).boxed().toList());
    Collections.shuffle(drawn, random);
    cancelledWithin.addAll(drawn.subList(0, CANCELLED_WITHIN_AN_ATTEMPT));
    for (int i = 0; i < CANCELLED_AT_ANY_TIME; i++) {
      int moment;
      do {
        moment = 1 + random.nextInt(CALLS);
      } while (cancelledAt.containsKey(moment));
      cancelledAt.put(moment, drawn.get(CANCELLED_WITHIN_AN_ATTEMPT + i));
    }
  }

  /** Cancels a call now, or as soon as it has begun. */
  private void cancel(int number) {
    CompletableFuture<Void> unused = calls.get(number).thenAccept(call -> call.cancel(true));
  }

  @Test
  void ten_thousand_calls_with_faults_and_resets_are_all_answered_and_leave_nothing_open()
      throws Exception {
    SERVER_LOG.setLevel(Level.OFF);
    IntStream.range(0, CALLS).forEach(i -> calls.add(new CompletableFuture<>()));
    drawCancellations();
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(
                ServerServiceDefinition.builder("shop.Orders")
                    .addMethod(CALL, ServerCalls.asyncUnaryCall(this::answer))
                    .build())
            .build()
            .start();
    proxy = TcpProxy.to("127.0.0.1", server.getPort()).start();
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(100)
                    .within(Duration.ofMinutes(3))
                    .backoff(
                        Backoff.exponential(Duration.ofMillis(20)).cappedAt(Duration.ofSeconds(2)))
                    .idempotency(Idempotency.IDEMPOTENT)
                    .build())
            .withBudget(RetryBudget.unlimited());
    GrpcPlanner planner = new GrpcPlanner(GrpcRetry.of(retry));
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()))
            .usePlaintext()
            .disableRetry()
            .intercept(new CountingStreams(), new RetryClientInterceptor(planner))
            .build();
    try {
      for (int i = 0; i < CALLS; i++) {
        calls
            .get(i)
            .complete(
                ClientCalls.futureUnaryCall(
                    channel.newCall(CALL, CallOptions.DEFAULT), "order " + i));
      }
      Set<Integer> cancelled = new HashSet<>();
      for (int i = 0; i < CALLS; i++) {
        try {
          assertThat(calls.get(i).join().get(3, TimeUnit.MINUTES)).isEqualTo("done: order " + i);
        } catch (CancellationException given) {
          cancelled.add(i);
        }
      }
      Set<Integer> permitted = new HashSet<>(cancelledWithin);
      permitted.addAll(cancelledAt.values());
      assertThat(cancelled).as("cancelled with seed %d", SEED).containsAll(cancelledWithin);
      assertThat(permitted).as("chosen with seed %d", SEED).hasSize(100).containsAll(cancelled);
      assertThat(proxy.connectionsCut()).isPositive();
    } finally {
      channel.shutdown();
      assertThat(channel.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      server.shutdown();
      assertThat(server.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      proxy.close();
    }
    assertThat(openStreams).hasValue(0);
    assertThat(planner.limit().used()).isZero();
  }

  private void answer(String request, StreamObserver<String> responses) {
    int number = received.incrementAndGet();
    if (number % 2_000 == 0 && number <= RESETS * 2_000) {
      proxy.cutAll(Cut.RESET);
    }
    Integer chosen = cancelledAt.get(number);
    if (chosen != null) {
      cancel(chosen);
    }
    int order = Integer.parseInt(request.substring("order ".length()));
    if (cancelledWithin.contains(order)) {
      cancel(order);
      return; // only the cancel ends this call
    }
    int draw = ThreadLocalRandom.current().nextInt(10);
    if (draw < 2) {
      responses.onError(Status.UNAVAILABLE.asRuntimeException());
    } else if (draw == 2) {
      responses.onError(Status.ABORTED.asRuntimeException());
    } else {
      responses.onNext("done: " + request);
      responses.onCompleted();
    }
  }

  /** Counts the streams of all attempts. */
  private final class CountingStreams implements ClientInterceptor {

    @Override
    public <A, B> ClientCall<A, B> interceptCall(
        MethodDescriptor<A, B> method, CallOptions options, Channel next) {
      return next.newCall(method, options.withStreamTracerFactory(new Counter()));
    }
  }

  private final class Counter extends ClientStreamTracer.Factory {

    @Override
    public ClientStreamTracer newClientStreamTracer(
        ClientStreamTracer.StreamInfo info, Metadata headers) {
      openStreams.incrementAndGet();
      return new ClientStreamTracer() {
        @Override
        public void streamClosed(Status status) {
          openStreams.decrementAndGet();
        }
      };
    }
  }
}
