package dev.reprise.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.VirtualTime;
import dev.reprise.time.Delayer;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Channels, executors and marshallers that throw or call back twice: each call ends once. */
class FaultyPartsTest {

  private static final MethodDescriptor<String, String> CALL = Texts.unary("shop.Orders/Place");
  private static final MethodDescriptor<String, String> LIST =
      Texts.serverStreaming("shop.Orders/List");
  private static final Logger LOG = Logger.getLogger("dev.reprise.grpc");

  private final VirtualTime time = VirtualTime.seeded(1);
  private final FaultyChannel below = new FaultyChannel();
  private final GrpcPlanner planner = new GrpcPlanner(GrpcRetry.of(retry()));

  @BeforeEach
  void muteTheBugs() {
    LOG.setLevel(Level.OFF);
  }

  @AfterEach
  void unmute() {
    LOG.setLevel(null);
  }

  private Retry retry() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(3)
            .idempotency(Idempotency.IDEMPOTENT)
            .attemptTimeout(Duration.ofSeconds(1))
            .hedge(Hedge.after(Duration.ofMillis(300)))
            .backoff(Backoff.fixed(Duration.ofMillis(100)).jitter(Jitter.none()))
            .build();
    return Retry.of(policy).withBudget(RetryBudget.unlimited()).withEnvironment(time);
  }

  /** Records the callbacks of one call. Failed assertions of its own would be seen by nobody. */
  private static final class Recorder extends ClientCall.Listener<String> {

    private final List<String> callbacks = new ArrayList<>();
    private final List<Status> ends = new ArrayList<>();
    private final int throwsAt;

    Recorder() {
      this(0);
    }

    /** Throws in one of the callbacks, counted from 1. */
    Recorder(int throwsAt) {
      this.throwsAt = throwsAt;
    }

    private void add(String callback) {
      callbacks.add(callback);
      if (callbacks.size() == throwsAt) {
        throw new IllegalStateException("the listener is broken");
      }
    }

    @Override
    public void onHeaders(Metadata headers) {
      add("headers");
    }

    @Override
    public void onMessage(String message) {
      add(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      ends.add(status);
      add(status.getCode().name());
    }
  }

  private ClientCall<String, String> begun(
      MethodDescriptor<String, String> method, CallOptions options, Recorder recorder) {
    return begun(planner, method, options, recorder);
  }

  private ClientCall<String, String> begun(
      GrpcPlanner by,
      MethodDescriptor<String, String> method,
      CallOptions options,
      Recorder recorder) {
    ClientCall<String, String> call = call(by, method, options);
    call.start(recorder, new Metadata());
    call.request(2);
    call.sendMessage("request");
    call.halfClose();
    return call;
  }

  private ClientCall<String, String> call(
      MethodDescriptor<String, String> method, CallOptions options) {
    return call(planner, method, options);
  }

  private ClientCall<String, String> call(
      GrpcPlanner by, MethodDescriptor<String, String> method, CallOptions options) {
    return ClientInterceptors.intercept(below, new RetryClientInterceptor(by))
        .newCall(method, options);
  }

  private void assertEndedOnce(Recorder recorder, Status.Code code) {
    time.runUntilIdle();
    assertThat(recorder.ends).extracting(Status::getCode).containsExactly(code);
    assertThat(planner.limit().used()).isZero();
  }

  @Test
  void a_call_that_was_cancelled_before_its_start_opens_no_stream() {
    ClientCall<String, String> call = call(CALL, CallOptions.DEFAULT);
    call.cancel("not needed", null);
    assertThatThrownBy(() -> call.start(new Recorder(), new Metadata()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the call was cancelled");
    assertThat(below.streams()).isEmpty();
  }

  @Test
  void a_deadline_that_is_over_at_the_start_ends_the_call() {
    Recorder recorder = new Recorder();
    begun(CALL, CallOptions.DEFAULT.withDeadlineAfter(-1, TimeUnit.SECONDS), recorder);
    assertEndedOnce(recorder, Status.Code.DEADLINE_EXCEEDED);
    assertThat(recorder.ends.get(0).getDescription())
        .isEqualTo("the deadline was over before the first attempt");
    assertThat(below.streams()).isEmpty();
  }

  /** Its channel ends a stream at that time, or the timer of the retry does. */
  @Test
  void a_stream_that_the_callers_deadline_ends_has_exceeded_the_time_limit() {
    long[] nanos = {0};
    Deadline.Ticker ticker =
        new Deadline.Ticker() {
          @Override
          public long nanoTime() {
            return nanos[0];
          }
        };
    Retry retry =
        Retry.of(RetryPolicy.builder().maxAttempts(3).withoutTimeLimit().build())
            .withBudget(RetryBudget.unlimited())
            .withEnvironment(time);
    Recorder recorder = new Recorder();
    begun(
        new GrpcPlanner(GrpcRetry.of(retry)),
        LIST,
        CallOptions.DEFAULT.withDeadline(Deadline.after(1, TimeUnit.HOURS, ticker)),
        recorder);
    nanos[0] = Duration.ofHours(1).toNanos();
    time.advance(Duration.ofHours(1));
    below.streams().get(0).close(Status.DEADLINE_EXCEEDED.withDescription("[remote_addr=a]"));
    assertEndedOnce(recorder, Status.Code.DEADLINE_EXCEEDED);
    assertThat(recorder.ends.get(0).asException()).hasStackTraceContaining("[remote_addr=a]");
    RetryReport report = RetryReport.of(recorder.ends.get(0).asException()).orElseThrow();
    assertThat(report.stopReason()).isEqualTo(StopReason.DEADLINE);
    assertThat(report.toString())
        .contains("shop.Orders/List: DEADLINE_EXCEEDED: attempt was cut short by the deadline")
        .contains("the time limit of 60 min 0 s was over");
  }

  @Test
  void a_marshaller_that_throws_cancels_the_call_with_its_exception() {
    IllegalArgumentException bug = new IllegalArgumentException("a field is missing");
    MethodDescriptor<String, String> method =
        CALL.toBuilder(
                new MethodDescriptor.Marshaller<String>() {
                  @Override
                  public InputStream stream(String value) {
                    throw bug;
                  }

                  @Override
                  public String parse(InputStream stream) {
                    throw bug;
                  }
                },
                Texts.MARSHALLER)
            .build();
    Recorder recorder = new Recorder();
    begun(method, CallOptions.DEFAULT, recorder);
    assertEndedOnce(recorder, Status.Code.CANCELLED);
    assertThat(recorder.ends.get(0).getCause()).isSameAs(bug);
    assertThat(below.streams()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(value = FaultyChannel.Place.class, mode = EnumSource.Mode.EXCLUDE, names = "CANCEL")
  void a_call_below_that_throws_at_its_start_ends_the_call(FaultyChannel.Place place) {
    below.breakAt(place);
    Recorder recorder = new Recorder();
    begun(CALL, CallOptions.DEFAULT, recorder);
    assertEndedOnce(recorder, Status.Code.UNKNOWN);
  }

  @Test
  void a_call_below_whose_cancel_throws_does_not_hold_up_the_cancel_of_the_call() {
    below.breakAt(FaultyChannel.Place.CANCEL);
    Recorder recorder = new Recorder();
    ClientCall<String, String> call = begun(CALL, CallOptions.DEFAULT, recorder);
    call.cancel("enough", null);
    assertEndedOnce(recorder, Status.Code.CANCELLED);
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void attempts_below_whose_cancel_throws_are_timed_out_all_the_same() {
    below.breakAt(FaultyChannel.Place.CANCEL);
    Recorder recorder = new Recorder();
    begun(CALL, CallOptions.DEFAULT, recorder);
    assertEndedOnce(recorder, Status.Code.DEADLINE_EXCEEDED);
    assertThat(below.streams()).hasSize(3);
  }

  @Test
  void an_executor_that_throws_an_exception_of_its_own_does_not_hold_up_the_end() {
    Executor broken =
        task -> {
          throw new IllegalStateException("the executor is broken");
        };
    Recorder recorder = new Recorder();
    begun(CALL, CallOptions.DEFAULT.withExecutor(broken), recorder);
    below.streams().get(0).close(Status.UNAVAILABLE);
    time.runUntilIdle();
    below.streams().stream().skip(1).forEach(stream -> stream.close(Status.UNAVAILABLE));
    assertEndedOnce(recorder, Status.Code.UNAVAILABLE);
    Recorder cancelled = new Recorder();
    begun(CALL, CallOptions.DEFAULT.withExecutor(broken), cancelled).cancel("enough", null);
    assertEndedOnce(cancelled, Status.Code.CANCELLED);
  }

  @Test
  void the_end_of_a_context_ends_a_call_whose_executor_rejects() {
    AtomicBoolean full = new AtomicBoolean();
    Executor executor =
        task -> {
          if (full.get()) {
            throw new RejectedExecutionException("full");
          }
          task.run();
        };
    Recorder recorder = new Recorder();
    Context.CancellableContext context = Context.current().withCancellation();
    context.run(() -> begun(CALL, CallOptions.DEFAULT.withExecutor(executor), recorder));
    below.streams().get(0).close(Status.UNAVAILABLE);
    full.set(true);
    context.cancel(new IllegalStateException("the request of the caller has ended"));
    assertThat(recorder.callbacks).containsExactly("CANCELLED");
    assertEndedOnce(recorder, Status.Code.CANCELLED);
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void a_timer_that_throws_an_error_does_not_hold_up_the_end() {
    OutOfMemoryError full = new OutOfMemoryError("unable to create native thread");
    checkRejected(
        (task, nanos) -> {
          throw full;
        });
  }

  @Test
  void a_timer_that_returns_no_handle_does_not_hold_up_the_end() {
    checkRejected((task, nanos) -> null);
  }

  private void checkRejected(Delayer broken) {
    RetryPolicy policy = RetryPolicy.builder().maxAttempts(3).withoutTimeLimit().build();
    Retry retry =
        Retry.of(policy)
            .withBudget(RetryBudget.unlimited())
            .withEnvironment(time.withDelayer(broken));
    Recorder recorder = new Recorder();
    begun(new GrpcPlanner(GrpcRetry.of(retry)), CALL, CallOptions.DEFAULT, recorder);
    below.streams().get(0).close(Status.UNAVAILABLE);
    assertEndedOnce(recorder, Status.Code.UNAVAILABLE);
    assertThat(RetryReport.of(recorder.ends.get(0).asException()).orElseThrow().stopReason())
        .isEqualTo(StopReason.EXECUTOR_REJECTED);
  }

  @Test
  void a_stream_below_that_goes_on_after_its_end_is_not_heard() {
    Recorder recorder = new Recorder();
    begun(LIST, CallOptions.DEFAULT, recorder);
    FaultyChannel.Stream stream = below.streams().get(0);
    stream.send("one");
    stream.close(Status.OK);
    stream.listener().onMessage("two");
    stream.listener().onReady();
    stream.close(Status.INTERNAL);
    assertEndedOnce(recorder, Status.Code.OK);
    assertThat(recorder.callbacks).containsExactly("one", "OK");
  }

  @Test
  void a_stream_whose_request_throws_is_cancelled() {
    Recorder recorder = new Recorder();
    ClientCall<String, String> call = begun(LIST, CallOptions.DEFAULT, recorder);
    FaultyChannel.Stream stream = below.streams().get(0);
    stream.send("one");
    below.breakAt(FaultyChannel.Place.REQUEST);
    call.request(1);
    assertThat(stream.isCancelled()).isTrue();
    stream.close(Status.CANCELLED);
    assertEndedOnce(recorder, Status.Code.CANCELLED);
  }

  @Test
  void further_messages_of_a_unary_call_are_delivered_only_as_requested() {
    Recorder recorder = new Recorder();
    ClientCall<String, String> call = call(CALL, CallOptions.DEFAULT);
    call.start(recorder, new Metadata());
    call.sendMessage("request");
    call.halfClose();
    FaultyChannel.Stream stream = below.streams().get(0);
    stream.sendHeaders();
    stream.listener().onMessage("one");
    stream.listener().onMessage("two");
    stream.listener().onMessage("three");
    stream.close(Status.OK);
    call.request(2);
    time.runUntilIdle();
    assertThat(recorder.callbacks).containsExactly("headers", "one", "two");
    call.request(1);
    assertEndedOnce(recorder, Status.Code.OK);
    assertThat(recorder.callbacks).containsExactly("headers", "one", "two", "three", "OK");
  }

  /**
   * Draws the kind of a call, the order of its events, and the parts that throw: calls below, the
   * executor, the timer and the listener.
   */
  @RepeatedTest(200)
  void any_order_of_events_ends_a_call_once_and_leaves_no_buffer(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    Drawn drawn = new Drawn(new Random(seed));
    drawn.makeEvents();
    drawn.endAll();
    Recorder recorder = drawn.recorder;
    assertThat(recorder.ends).as("ends with seed %d", seed).hasSize(1);
    assertThat(recorder.callbacks.get(recorder.callbacks.size() - 1))
        .as("last callback with seed %d", seed)
        .isEqualTo(recorder.ends.get(0).getCode().name());
    assertThat(drawn.planner.limit().used()).as("bytes held with seed %d", seed).isZero();
    List<String> messages = recorder.callbacks.stream().filter(one -> one.startsWith("m")).toList();
    assertThat(messages).as("messages with seed %d", seed).hasSizeLessThanOrEqualTo(drawn.asked);
    assertThat(messages.stream().map(one -> one.substring(0, 2)).distinct())
        .as("attempts heard with seed %d", seed)
        .hasSizeLessThanOrEqualTo(1);
    assertThat(recorder.callbacks.stream().filter("headers"::equals)).hasSizeLessThanOrEqualTo(1);
  }

  /** One call with its parts, and its events. */
  private final class Drawn {

    private final Random random;
    private final Context.CancellableContext context = Context.current().withCancellation();
    private final Retry retry;
    private final GrpcPlanner planner;
    private final Recorder recorder;
    private final ClientCall<String, String> call;
    private int asked = 2;
    private boolean timerBroken;
    private boolean executorBroken;

    Drawn(Random random) {
      this.random = random;
      retry = retry().withEnvironment(time.withDelayer(this::schedule));
      planner = new GrpcPlanner(GrpcRetry.of(retry));
      recorder = new Recorder(random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 0);
      MethodDescriptor<String, String> method = random.nextBoolean() ? LIST : CALL;
      CallOptions options =
          random.nextBoolean()
              ? CallOptions.DEFAULT.withExecutor(this::execute)
              : CallOptions.DEFAULT;
      try {
        call = context.call(() -> begun(planner, method, options, recorder));
      } catch (Exception bug) {
        throw new AssertionError(bug);
      }
    }

    private Delayer.Scheduled schedule(Runnable task, long nanos) {
      if (timerBroken && random.nextBoolean()) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      return time.delayer().schedule(task, nanos);
    }

    private void execute(Runnable task) {
      if (executorBroken && random.nextBoolean()) {
        throw new IllegalStateException("the executor is broken");
      }
      task.run();
    }

    void makeEvents() {
      for (int step = random.nextInt(20); step > 0; step--) {
        if (random.nextInt(3) > 0 && !below.streams().isEmpty()) {
          eventBelow();
        } else {
          eventAbove();
        }
      }
    }

    /** Every stream ends, also one that a broken part has made too late. */
    void endAll() {
      for (int round = 0; round < 3; round++) {
        time.runUntilIdle();
        below.streams().forEach(stream -> stream.close(Status.UNAVAILABLE));
      }
      time.runUntilIdle();
    }

    private void eventBelow() {
      int number = random.nextInt(below.streams().size());
      FaultyChannel.Stream stream = below.streams().get(number);
      switch (random.nextInt(5)) {
        case 0 -> stream.sendHeaders();
        case 1, 2 -> stream.send("m" + number + " of " + random.nextInt(100));
        case 3 -> stream.close(random.nextBoolean() ? Status.OK : Status.UNAVAILABLE);
        default -> time.advance(Duration.ofMillis(random.nextInt(400)));
      }
    }

    private void eventAbove() {
      switch (random.nextInt(9)) {
        case 0, 1 -> {
          asked++;
          call.request(1);
        }
        case 2 -> rarely(() -> call.cancel("enough", null));
        case 3 -> rarely(() -> context.cancel(new IllegalStateException("the caller has left")));
        case 4 -> rarely(retry::shutdown);
        case 5 -> timerBroken = random.nextBoolean();
        case 6 -> executorBroken = random.nextBoolean();
        case 7 -> {
          FaultyChannel.Place[] places = FaultyChannel.Place.values();
          rarely(() -> below.breakAt(places[random.nextInt(places.length)]));
        }
        default -> time.advance(Duration.ofMillis(random.nextInt(50)));
      }
    }

    private void rarely(Runnable event) {
      if (random.nextInt(4) == 0) {
        event.run();
      }
    }
  }
}
