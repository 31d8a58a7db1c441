package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two threads at the same time, in many rounds. */
class RacesTest {

  private static final int ROUNDS = 1_000;
  private static final MethodDescriptor<String, String> CALL = Texts.unary("shop.Orders/Place");
  private static final MethodDescriptor<String, String> LIST =
      Texts.serverStreaming("shop.Orders/List");

  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final CyclicBarrier start = new CyclicBarrier(2);

  @AfterEach
  void stop() {
    other.shutdownNow();
  }

  private void race(Runnable one, Runnable two) throws Exception {
    Future<?> there =
        other.submit(
            () -> {
              start.await(1, TimeUnit.MINUTES);
              two.run();
              return null;
            });
    start.await(1, TimeUnit.MINUTES);
    one.run();
    there.get(1, TimeUnit.MINUTES);
  }

  @Test
  void tasks_of_a_queue_run_once_each_in_the_order_of_their_thread_and_never_overlap()
      throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      List<Throwable> failures = new ArrayList<>();
      SerialQueue queue = new SerialQueue(failures::add);
      List<String> seen = new ArrayList<>(); // not safe for two threads at the same time
      AtomicInteger inside = new AtomicInteger();
      race(() -> addFive(queue, "a", seen, inside), () -> addFive(queue, "b", seen, inside));
      assertThat(failures).isEmpty();
      assertThat(seen).hasSize(10);
      assertThat(seen).containsSubsequence("a0", "a1", "a2", "a3", "a4");
      assertThat(seen).containsSubsequence("b0", "b1", "b2", "b3", "b4");
    }
  }

  private static void addFive(
      SerialQueue queue, String name, List<String> seen, AtomicInteger inside) {
    for (int i = 0; i < 5; i++) {
      String task = name + i;
      queue.execute(
          () -> {
            assertThat(inside.incrementAndGet()).isOne();
            seen.add(task);
            inside.decrementAndGet();
          });
    }
  }

  /** Counts what a listener receives; its callbacks must not overlap. */
  private static final class Recorder extends ClientCall.Listener<String> {

    private final AtomicInteger inside = new AtomicInteger();
    private final List<String> callbacks = new ArrayList<>(); // as above
    private volatile boolean overlapped;

    private void add(String callback) {
      overlapped |= inside.incrementAndGet() != 1;
      callbacks.add(callback);
      inside.decrementAndGet();
    }

    @Override
    public void onMessage(String message) {
      add(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      add(status.getCode().name());
    }
  }

  @Test
  void callbacks_are_delivered_once_each_in_order_and_never_overlap() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Recorder recorder = new Recorder();
      Deliveries<String> deliveries =
          new Deliveries<>(recorder, Runnable::run, Context.ROOT, () -> () -> {}, failure -> {});
      race(
          () -> {
            for (int i = 0; i < 5; i++) {
              String message = "m" + i;
              deliveries.add(listener -> listener.onMessage(message));
              deliveries.flush(true);
            }
            deliveries.addClose(Status.OK, new Metadata());
            deliveries.flush(true);
          },
          () -> {
            for (int i = 0; i < 5; i++) {
              deliveries.flush(false);
            }
          });
      assertThat(recorder.callbacks).containsExactly("m0", "m1", "m2", "m3", "m4", "OK");
      assertThat(recorder.overlapped).isFalse();
    }
  }

  private static GrpcPlanner planner() {
    return new GrpcPlanner(
        GrpcRetry.of(
            Retry.of(
                    RetryPolicy.builder()
                        .maxAttempts(2)
                        .backoff(Backoff.none())
                        .idempotency(Idempotency.IDEMPOTENT)
                        .withoutTimeLimit()
                        .build())
                .withBudget(RetryBudget.unlimited())));
  }

  private static ClientCall<String, String> begun(
      GrpcPlanner planner,
      FaultyChannel below,
      MethodDescriptor<String, String> method,
      Recorder recorder) {
    ClientCall<String, String> call =
        ClientInterceptors.intercept(below, new RetryClientInterceptor(planner))
            .newCall(method, CallOptions.DEFAULT.withExecutor(Runnable::run));
    call.start(recorder, new Metadata());
    call.request(2);
    call.sendMessage("request");
    call.halfClose();
    return call;
  }

  @Test
  void a_unary_call_ends_once_when_its_response_and_a_cancel_meet() throws Exception {
    GrpcPlanner planner = planner();
    for (int round = 0; round < ROUNDS; round++) {
      FaultyChannel below = new FaultyChannel();
      Recorder recorder = new Recorder();
      ClientCall<String, String> call = begun(planner, below, CALL, recorder);
      FaultyChannel.Stream stream = below.streams().get(0);
      race(
          () -> {
            stream.send("done");
            stream.close(Status.OK);
          },
          () -> call.cancel("enough", null));
      assertThat(recorder.callbacks).isIn(List.of("done", "OK"), List.of("CANCELLED"));
      assertThat(recorder.overlapped).isFalse();
      assertThat(planner.limit().used()).isZero();
    }
  }

  @Test
  void a_retry_and_a_cancel_that_meet_leave_no_stream_open() throws Exception {
    GrpcPlanner planner = planner();
    for (int round = 0; round < ROUNDS; round++) {
      FaultyChannel below = new FaultyChannel();
      Recorder recorder = new Recorder();
      ClientCall<String, String> call = begun(planner, below, LIST, recorder);
      FaultyChannel.Stream stream = below.streams().get(0);
      race(() -> stream.close(Status.UNAVAILABLE), () -> call.cancel("enough", null));
      assertThat(recorder.callbacks).containsExactly("CANCELLED");
      assertThat(below.streams().stream().skip(1)).allMatch(FaultyChannel.Stream::isCancelled);
      assertThat(planner.limit().used()).isZero();
    }
  }

  @Test
  void no_request_is_lost_when_it_meets_the_end_of_a_unary_attempt() throws Exception {
    GrpcPlanner planner = planner();
    for (int round = 0; round < ROUNDS; round++) {
      FaultyChannel below = new FaultyChannel();
      Recorder recorder = new Recorder();
      ClientCall<String, String> call =
          ClientInterceptors.intercept(below, new RetryClientInterceptor(planner))
              .newCall(CALL, CallOptions.DEFAULT.withExecutor(Runnable::run));
      call.start(recorder, new Metadata());
      call.sendMessage("request");
      call.halfClose();
      FaultyChannel.Stream stream = below.streams().get(0);
      race(
          () -> {
            stream.send("done");
            stream.close(Status.OK);
          },
          () -> call.request(1));
      assertThat(recorder.callbacks).containsExactly("done", "OK");
    }
  }

  @Test
  void a_request_that_does_not_fit_takes_no_room_from_one_that_does() throws Exception {
    BufferLimit limit = new BufferLimit(1_000, 100);
    AtomicInteger granted = new AtomicInteger();
    for (int round = 0; round < ROUNDS; round++) {
      granted.set(0);
      race(
          () -> {
            for (int i = 0; i < 20; i++) {
              assertThat(limit.reserve(101, 101)).isZero();
            }
          },
          () -> granted.set(limit.reserve(100, 100)));
      assertThat(granted).hasValue(100);
      limit.release(100);
    }
  }
}
