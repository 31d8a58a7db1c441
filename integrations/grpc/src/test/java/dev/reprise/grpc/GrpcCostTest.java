package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The cost of a call compared with the retries of grpc itself and with a channel without retries,
 * in one run. It prints times, which depend on the machine, and checks bytes, which do not.
 */
@Tag("proof")
@Timeout(600)
class GrpcCostTest {

  private static final MethodDescriptor<String, String> CALL = Texts.unary("shop.Orders/Place");
  private static final int ROUNDS = 3;
  private static final int WAITING = Integer.getInteger("cost.waiting", 30_000);
  private static final List<String> KINDS = List.of("success", "one failure", "exhaustion");
  private static final int[] FAILURES = {0, 1, 3};

  /** Bytes of a call, as a multiple of those of a call that grpc retries. */
  private static final double[] MOST = {1.05, 1.2, 1.25};

  /** Runs the timers of both on the thread of the test, so that no thread hop is measured. */
  private final QueuedTimers timers = new QueuedTimers();

  private final ExecutorService executor = Executors.newFixedThreadPool(2);
  private final AtomicInteger failures = new AtomicInteger();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private Server server;

  /** The transports, and the number of calls of a round. */
  private enum World {
    ONE_THREAD(3_000),
    IN_PROCESS(300),
    NETTY(200);

    private final int calls;

    World(int calls) {
      this.calls = calls;
    }
  }

  /**
   * Cost of one call: nanoseconds as by {@link #nanos}, and bytes that all threads of this process
   * allocate.
   */
  private record Cost(double nanos, double bytes) {}

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    if (server != null) {
      server.shutdownNow();
    }
    executor.shutdownNow();
  }

  private void answer(String request, StreamObserver<String> responses) {
    if (failures.getAndDecrement() > 0) {
      responses.onError(Status.UNAVAILABLE.asRuntimeException());
    } else {
      responses.onNext("page");
      responses.onCompleted();
    }
  }

  private void serve(World world) throws Exception {
    ServerBuilder<?> builder =
        world == World.NETTY
            ? NettyServerBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            : InProcessServerBuilder.forName(InProcessServerBuilder.generateName());
    server =
        (world == World.ONE_THREAD ? builder.directExecutor() : builder.executor(executor))
            .addService(
                ServerServiceDefinition.builder("shop.Orders")
                    .addMethod(CALL, ServerCalls.asyncUnaryCall(this::answer))
                    .build())
            .build()
            .start();
  }

  private Channel channel(World world, UnaryOperator<ManagedChannelBuilder<?>> retries) {
    SocketAddress address = server.getListenSockets().get(0);
    ManagedChannelBuilder<?> builder =
        world == World.NETTY
            ? NettyChannelBuilder.forAddress(address).usePlaintext().executor(executor)
            : InProcessChannelBuilder.forAddress(address).executor(executor);
    if (world == World.ONE_THREAD) {
      builder =
          InProcessChannelBuilder.forAddress(address)
              .directExecutor()
              .scheduledExecutorService(timers);
    }
    ManagedChannel made = retries.apply(builder).build();
    channels.add(made);
    return made;
  }

  private static ManagedChannelBuilder<?> grpc(ManagedChannelBuilder<?> builder, String backoff) {
    Map<String, Object> policy =
        Map.of(
            "maxAttempts",
            3.0,
            "initialBackoff",
            backoff,
            "maxBackoff",
            backoff,
            "backoffMultiplier",
            1.0,
            "retryableStatusCodes",
            List.of("UNAVAILABLE"));
    Map<String, Object> config =
        Map.of("methodConfig", List.of(Map.of("name", List.of(Map.of()), "retryPolicy", policy)));
    return builder.enableRetry().defaultServiceConfig(config);
  }

  private ManagedChannelBuilder<?> reprise(
      World world, ManagedChannelBuilder<?> builder, Backoff backoff) {
    Retry retry =
        Retry.of(RetryPolicy.builder().maxAttempts(3).backoff(backoff).withoutTimeLimit().build())
            .withBudget(RetryBudget.unlimited())
            .withExecutor(world == World.ONE_THREAD ? Runnable::run : executor);
    if (world == World.ONE_THREAD) {
      retry = retry.withEnvironment(timers.environment());
    }
    return builder
        .disableRetry()
        .intercept(RetryClientInterceptor.of(GrpcRetry.of(retry).withSharedBudget()));
  }

  private Cost cost(World world, Channel channel, int failing) throws Exception {
    double nanos = Double.MAX_VALUE;
    double bytes = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long allocated = allocatedByAllThreads();
      long start = nanos(world);
      for (int call = 0; call < world.calls; call++) {
        failures.set(failing);
        call(world, channel);
      }
      nanos = Math.min(nanos, (nanos(world) - start) / (double) world.calls);
      bytes = Math.min(bytes, (allocatedByAllThreads() - allocated) / (double) world.calls);
    }
    return new Cost(nanos, bytes);
  }

  /** Processor time of one thread, or elapsed time where several threads take part. */
  private static long nanos(World world) {
    return world == World.ONE_THREAD
        ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  private void call(World world, Channel channel) throws Exception {
    if (world != World.ONE_THREAD) {
      try {
        ClientCalls.blockingUnaryCall(channel, CALL, CallOptions.DEFAULT, "request");
      } catch (StatusRuntimeException exhausted) {
        return;
      }
    } else {
      CallOptions direct = CallOptions.DEFAULT.withExecutor(Runnable::run);
      Future<String> future = ClientCalls.futureUnaryCall(channel.newCall(CALL, direct), "request");
      timers.runAll();
      assertThat(future.isDone()).isTrue();
    }
  }

  private static long allocatedByAllThreads() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }

  private static void print(World world, String kind, Cost reprise, Cost grpc, Cost none) {
    System.out.printf(
        Locale.ROOT,
        "%-10s %-11s Reprise %7.0f ns, %6.0f B; grpc %7.0f ns, %6.0f B; none %7.0f ns, %6.0f B%n",
        world,
        kind,
        reprise.nanos(),
        reprise.bytes(),
        grpc.nanos(),
        grpc.bytes(),
        none.nanos(),
        none.bytes());
  }

  @ParameterizedTest
  @EnumSource(World.class)
  void a_call_allocates_at_most_its_multiple_of_a_call_that_grpc_retries(World world)
      throws Exception {
    serve(world);
    Channel none = channel(world, ManagedChannelBuilder::disableRetry);
    Channel grpc = channel(world, builder -> grpc(builder, "0.000000001s"));
    Channel reprise =
        channel(world, builder -> reprise(world, builder, Backoff.fixed(Duration.ofNanos(1))));
    for (int kind = 0; kind < KINDS.size(); kind++) {
      Cost ofNone = null;
      Cost ofGrpc = null;
      Cost ofReprise = null;
      for (int run = 0; run < 2; run++) { // the first run compiles the code
        ofNone = cost(world, none, FAILURES[kind]);
        ofGrpc = cost(world, grpc, FAILURES[kind]);
        ofReprise = cost(world, reprise, FAILURES[kind]);
      }
      print(world, KINDS.get(kind), ofReprise, ofGrpc, ofNone);
      if (world == World.ONE_THREAD) { // the bytes of other threads depend on their scheduling
        assertThat(ofReprise.bytes()).isLessThan(MOST[kind] * ofGrpc.bytes());
      }
    }
  }

  private static long usedBytes() {
    for (int time = 0; time < 4; time++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private double waiting(Channel channel) {
    failures.set(Integer.MAX_VALUE);
    List<ClientCall<String, String>> calls = new ArrayList<>(WAITING);
    long before = usedBytes();
    for (int number = 0; number < WAITING; number++) {
      ClientCall<String, String> call =
          channel.newCall(CALL, CallOptions.DEFAULT.withExecutor(Runnable::run));
      calls.add(call);
      call.start(new ClientCall.Listener<>() {}, new Metadata());
      call.request(2);
      call.sendMessage("request");
      call.halfClose();
    }
    double bytes = (usedBytes() - before) / (double) WAITING;
    calls.forEach(call -> call.cancel("measured", null));
    return bytes;
  }

  @Test
  void a_call_that_waits_holds_less_than_by_grpc_itself() throws Exception {
    serve(World.ONE_THREAD);
    Backoff hours = Backoff.uniform(Duration.ofHours(1), Duration.ofHours(2));
    SocketAddress address = server.getListenSockets().get(0);
    ManagedChannel reprise =
        reprise(
                World.IN_PROCESS,
                InProcessChannelBuilder.forAddress(address).directExecutor(),
                hours)
            .build();
    ManagedChannel grpc =
        grpc(InProcessChannelBuilder.forAddress(address).directExecutor(), "3600s").build();
    channels.addAll(List.of(reprise, grpc));
    double ofReprise = waiting(reprise);
    double ofGrpc = waiting(grpc);
    System.out.printf(
        Locale.ROOT, "waiting: Reprise %.0f B each; grpc %.0f B each%n", ofReprise, ofGrpc);
    assertThat(ofReprise).isLessThan(ofGrpc);
  }
}
