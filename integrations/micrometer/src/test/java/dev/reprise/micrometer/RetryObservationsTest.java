package dev.reprise.micrometer;

import static dev.reprise.micrometer.ObservationRecorder.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryCall;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryListener;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallObservation;
import dev.reprise.testing.shape.CallShape;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.NullObservation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetryObservationsTest {

  private final ObservationRecorder recorder = new ObservationRecorder();
  private final ObservationRegistry registry = ObservationRecorder.registry(recorder);
  private final RetryObservations observations = RetryObservations.of(registry);
  private final VirtualTime time = VirtualTime.seeded(1);
  private final RetryPolicy policy =
      RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofSeconds(1))).build();

  /** The current observation of each attempt and each event. */
  private final ConcurrentLinkedQueue<Observation.Context> inAttempts =
      new ConcurrentLinkedQueue<>();

  static List<CallShape> shapes() {
    return CallShape.all();
  }

  @AfterEach
  void no_observation_is_left() {
    assertThat(recorder.mistakes()).isEmpty();
    assertThat(registry.getCurrentObservation()).isNull();
  }

  private Retry retry() {
    return observations.observe(
        Retry.of(policy).withBudget(RetryBudget.unlimited()).withEnvironment(time).named("orders"));
  }

  private ScriptedOperation<@Nullable Object> operation() {
    return new ScriptedOperation<>(time);
  }

  private String succeeds() {
    noteCurrent();
    return "page";
  }

  private String fails() throws IOException {
    noteCurrent();
    throw new IOException("reset");
  }

  private void noteCurrent() {
    Observation current = registry.getCurrentObservation();
    inAttempts.add(current == null ? new Observation.Context() : current.getContext());
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void a_call_that_succeeds_at_once_has_one_attempt(CallShape shape) {
    shape.observe(retry(), operation().runs(this::succeeds), time);

    RetryCallContext call = recorder.calls().get(0);
    RetryAttemptContext attempt = recorder.attempts().get(0);
    assertThat(recorder.calls()).hasSize(1);
    assertThat(recorder.attempts()).hasSize(1);
    assertThat(inAttempts).containsExactly(attempt);
    assertThat(attempt.getParentObservation().getContextView()).isSameAs(call);
    assertThat(call.getName()).isEqualTo("reprise.call");
    assertThat(call.getContextualName()).isEqualTo("orders call");
    assertThat(call.getLowCardinalityKeyValues())
        .containsExactlyInAnyOrder(
            KeyValue.of("retry", "orders"),
            KeyValue.of("outcome", "first_attempt"),
            KeyValue.of("reason", "none"));
    assertThat(value(call, "reprise.attempts")).isEqualTo("1");
    assertThat(attempt.getName()).isEqualTo("reprise.attempt");
    assertThat(attempt.getContextualName()).isEqualTo("orders attempt");
    assertThat(attempt.getLowCardinalityKeyValues())
        .containsExactlyInAnyOrder(
            KeyValue.of("retry", "orders"),
            KeyValue.of("outcome", "accepted"),
            KeyValue.of("kind", "none"),
            KeyValue.of("hedge", "false"));
    assertThat(value(attempt, "reprise.attempt")).isEqualTo("1");
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void each_attempt_of_a_retried_call_is_observed_in_the_call(CallShape shape) {
    ScriptedOperation<@Nullable Object> operation =
        operation().runs(this::fails).runs(this::fails).runs(this::succeeds);
    shape.observe(retry(), operation, time);

    assertThat(recorder.calls()).hasSize(1);
    RetryCallContext call = recorder.calls().get(0);
    assertThat(recorder.attempts())
        .extracting(RetryAttemptContext::number)
        .containsExactly(1, 2, 3);
    assertThat(recorder.attempts())
        .allSatisfy(
            attempt -> assertThat(attempt.getParentObservation().getContextView()).isSameAs(call));
    assertThat(inAttempts).containsExactlyElementsOf(recorder.attempts());
    assertThat(recorder.attempts())
        .extracting(attempt -> value(attempt, "outcome"))
        .containsExactly("failed", "failed", "accepted");
    assertThat(recorder.attempts())
        .extracting(attempt -> value(attempt, "kind"))
        .containsExactly("transient", "transient", "none");
    assertThat(recorder.attempts().get(1).getError()).hasMessage("reset");
    assertThat(value(call, "outcome")).isEqualTo("retried");
    assertThat(value(call, "reason")).isEqualTo("none");
    assertThat(value(call, "reprise.attempts")).isEqualTo("3");
    assertThat(call.getError()).isNull();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void a_call_that_gives_up_has_its_failure_and_reason(CallShape shape) {
    shape.observe(retry(), operation().runs(this::fails), time);

    RetryCallContext call = recorder.calls().get(0);
    assertThat(recorder.calls()).hasSize(1);
    assertThat(recorder.attempts()).hasSize(3);
    assertThat(value(call, "outcome")).isEqualTo("failed");
    assertThat(value(call, "reason")).isEqualTo("attempts");
    assertThat(call.getError()).hasMessage("reset");
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void the_parent_of_a_call_is_the_current_observation_of_its_caller(CallShape shape) {
    Observation request = Observation.start("request", registry);
    List<@Nullable Observation> inEvents = new ArrayList<>();
    Retry retry =
        retry()
            .withListener(
                RetryListener.forAllEvents(
                    event -> inEvents.add(registry.getCurrentObservation())));
    try (Observation.Scope scope = request.openScope()) {
      shape.observe(retry, operation().fails(new IOException("reset")).returns("page"), time);
    } finally {
      request.stop();
    }

    RetryCallContext call = recorder.calls().get(0);
    assertThat(call.getParentObservation().getContextView()).isSameAs(request.getContext());
    assertThat(inEvents).isNotEmpty().containsOnly(request);
  }

  @Test
  void an_attempt_on_another_thread_is_current_there_and_has_its_call_as_parent() throws Exception {
    Observation request = Observation.start("request", registry);
    List<@Nullable Observation> inDependents = new CopyOnWriteArrayList<>();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Retry retry = observations.observe(Retry.of(soon()).named("orders").withExecutor(pool));
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<String> call;
    try (Observation.Scope scope = request.openScope()) {
      call =
          retry.callAsync(
              () ->
                  inAttempts.isEmpty()
                      ? failsAfter(begun, pool)
                      : CompletableFuture.completedFuture(succeeds()));
    }
    CompletableFuture<?> dependent =
        call.whenComplete((page, failure) -> inDependents.add(registry.getCurrentObservation()));
    begun.countDown();
    dependent.get(1, TimeUnit.MINUTES);
    end(pool);
    request.stop();

    assertThat(recorder.calls().get(0).getParentObservation().getContextView())
        .isSameAs(request.getContext());
    assertThat(recorder.attempts()).hasSize(2);
    assertThat(inAttempts).containsExactlyElementsOf(recorder.attempts());
    assertThat(inDependents).containsExactly(request);
  }

  private CompletableFuture<String> failsAfter(CountDownLatch begun, ExecutorService pool) {
    noteCurrent();
    return CompletableFuture.supplyAsync(
        () -> {
          await(begun);
          throw new UncheckedIOException(new IOException("reset"));
        },
        pool);
  }

  private static RetryPolicy soon() {
    return RetryPolicy.builder()
        .retryOn(UncheckedIOException.class)
        .backoff(Backoff.fixed(Duration.ofMillis(1)))
        .build();
  }

  /** Its thread is still in the code of the attempt when the call has ended. */
  @Test
  void a_losing_attempt_is_stopped_when_its_code_has_returned() throws Exception {
    ExecutorService pool = Executors.newCachedThreadPool();
    RetryPolicy hedged =
        RetryPolicy.builder()
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(Duration.ofMillis(1)))
            .build();
    CountDownLatch returned = new CountDownLatch(1);
    Retry retry = observations.observe(Retry.of(hedged).named("orders"));
    CompletableFuture<String> call =
        retry.callAsyncWith(
            attempt -> {
              if (attempt.number() == 1) {
                await(returned);
                return "slow";
              }
              return "fast";
            },
            pool);

    assertThat(call.get(1, TimeUnit.MINUTES)).isEqualTo("fast");
    assertThat(recorder.mistakes()).hasSize(1).first().asString().contains("not stopped");
    returned.countDown();
    end(pool);

    assertThat(recorder.attempts())
        .extracting(attempt -> value(attempt, "outcome"))
        .containsExactly("cancelled", "accepted");
    assertThat(recorder.attempts())
        .extracting(attempt -> value(attempt, "hedge"))
        .containsExactly("false", "true");
    assertThat(recorder.attempts().get(0).getError()).isNull();
    assertThat(value(recorder.calls().get(0), "outcome")).isEqualTo("retried");
  }

  private static void await(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        if (latch.await(1, TimeUnit.MINUTES)) {
          break;
        }
        throw new IllegalStateException("the latch was not released");
      } catch (InterruptedException cancelled) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void end(ExecutorService pool) throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void a_token_that_is_closed_in_an_attempt_is_cancelled() {
    RetryCall token = retry().begin();
    assertThat(registry.getCurrentObservation().getContext()).isSameAs(recorder.attempts().get(0));
    token.close();

    assertThat(registry.getCurrentObservation()).isNull();
    assertThat(value(recorder.calls().get(0), "reason")).isEqualTo("cancelled");
  }

  @Test
  void a_call_that_is_cancelled_between_attempts_stops_its_observations() {
    CompletableFuture<?> call = retry().callAsync(operation().runs(this::fails)::stage);
    call.cancel(true);

    assertThat(recorder.attempts()).hasSize(1);
    assertThat(value(recorder.calls().get(0), "reason")).isEqualTo("cancelled");
  }

  @Test
  void a_stage_that_never_completes_is_stopped_with_its_call() {
    CompletableFuture<?> call = retry().callAsync(() -> new CompletableFuture<String>());
    call.cancel(true);

    assertThat(recorder.attempts()).hasSize(1);
    assertThat(value(recorder.attempts().get(0), "outcome")).isEqualTo("failed");
  }

  /** Such as a thread that completes the stage while it serves a different request. */
  @Test
  void a_call_without_a_parent_does_not_see_the_observation_of_the_thread_that_continues_it() {
    List<CompletableFuture<String>> stages = new ArrayList<>();
    List<@Nullable String> seen = new ArrayList<>();
    Retry retry = retry().withListener(RetryListener.forAllEvents(event -> seen.add(current())));
    CompletableFuture<String> call =
        retry.callAsync(
            () -> {
              stages.add(new CompletableFuture<>());
              return stages.get(stages.size() - 1);
            });
    CompletableFuture<String> dependent = call.whenComplete((page, failure) -> seen.add(current()));
    Observation foreign = Observation.start("foreign", registry);
    try (Observation.Scope scope = foreign.openScope()) {
      stages.get(0).completeExceptionally(new IOException("reset"));
      time.advance(Duration.ofSeconds(1));
      stages.get(1).complete("page");
      assertThat(registry.getCurrentObservation()).isSameAs(foreign);
    }
    foreign.stop();

    assertThat(dependent).isCompletedWithValue("page");
    assertThat(seen).hasSize(5).containsOnlyNulls();
  }

  private @Nullable String current() {
    Observation current = registry.getCurrentObservation();
    return current == null || current instanceof NullObservation
        ? null
        : current.getContext().getName();
  }

  @Test
  void a_handler_may_end_the_call_while_the_observation_of_an_attempt_starts() {
    Deque<Runnable> tasks = new ArrayDeque<>();
    CompletableFuture<String> call = retry().callAsync(this::succeeds, tasks::add);
    registry.observationConfig().observationHandler(new CancellingHandler(call));
    try (LogCapture log = new LogCapture()) {
      tasks.forEach(Runnable::run);

      assertThat(log.lines()).isEmpty();
    }
    assertThat(call).isCancelled();
    assertThat(recorder.attempts()).hasSize(1);
  }

  private record CancellingHandler(CompletableFuture<String> call)
      implements ObservationHandler<RetryAttemptContext> {

    @Override
    public boolean supportsContext(Observation.Context context) {
      return context instanceof RetryAttemptContext;
    }

    @Override
    public void onStart(RetryAttemptContext context) {
      call.cancel(true);
    }
  }

  @Test
  void a_convention_that_is_set_replaces_the_default() throws Exception {
    Retry retry =
        observations
            .withCallConvention(
                new DefaultCallConvention() {
                  @Override
                  public KeyValues getLowCardinalityKeyValues(RetryCallContext call) {
                    return super.getLowCardinalityKeyValues(call)
                        .and("shard", String.valueOf(call.key()));
                  }
                })
            .withAttemptConvention(
                new DefaultAttemptConvention() {
                  @Override
                  public String getName() {
                    return "orders.attempt";
                  }
                })
            .observe(Retry.of(policy).named("orders"));
    retry.on("shard-7").call(this::succeeds);

    assertThat(value(recorder.calls().get(0), "shard")).isEqualTo("shard-7");
    assertThat(recorder.attempts().get(0).getName()).isEqualTo("orders.attempt");
  }

  @Test
  void the_key_of_the_state_is_no_value_by_default() throws Exception {
    retry().on("shard-7").call(this::succeeds);

    assertThat(recorder.calls().get(0).key()).isEqualTo("shard-7");
    assertThat(recorder.calls().get(0).getAllKeyValues())
        .noneMatch(one -> one.getValue().contains("shard-7"));
  }

  @Test
  void a_global_convention_of_the_registry_replaces_the_default() throws Exception {
    registry.observationConfig().observationConvention(new GlobalCallConvention());
    retry().call(this::succeeds);

    assertThat(recorder.calls().get(0).getName()).isEqualTo("calls");
    assertThat(recorder.attempts().get(0).getName()).isEqualTo("reprise.attempt");
  }

  private static final class GlobalCallConvention extends DefaultCallConvention
      implements GlobalObservationConvention<RetryCallContext> {
    @Override
    public String getName() {
      return "calls";
    }
  }

  @Test
  void a_predicate_switches_attempts_off() throws Exception {
    registry
        .observationConfig()
        .observationPredicate((name, context) -> !(context instanceof RetryAttemptContext));
    retry().call(this::succeeds);

    assertThat(recorder.calls()).hasSize(1);
    assertThat(recorder.attempts()).isEmpty();
  }

  @Test
  void a_call_that_a_predicate_switches_off_has_no_attempts() throws Exception {
    registry
        .observationConfig()
        .observationPredicate((name, context) -> !(context instanceof RetryCallContext));
    retry().call(this::succeeds);

    assertThat(recorder.calls()).isEmpty();
    assertThat(recorder.attempts()).isEmpty();
  }

  @Test
  void a_registry_without_handlers_observes_nothing() throws Exception {
    ObservationRegistry bare = ObservationRegistry.create();
    AtomicInteger asked = new AtomicInteger();
    bare.observationConfig().observationPredicate((name, context) -> asked.incrementAndGet() > 0);
    RetryObservations.of(bare).observe(Retry.of(policy)).call(this::succeeds);

    assertThat(asked).hasValue(0);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void a_handler_that_throws_does_not_change_the_call(CallShape shape) {
    ObservationRegistry broken = ObservationRegistry.create();
    broken.observationConfig().observationHandler(new ThrowingHandler());
    Retry plain = Retry.of(policy).withBudget(RetryBudget.unlimited()).withEnvironment(time);
    Retry observed = RetryObservations.of(broken).observe(plain);
    CallObservation expected =
        shape.observe(plain, operation().fails(new IOException("reset")).returns("page"), time);
    try (LogCapture log = new LogCapture()) {
      CallObservation seen =
          shape.observe(
              observed, operation().fails(new IOException("reset")).returns("page"), time);

      assertThat(seen.trace()).isEqualTo(expected.trace());
      assertThat(seen.value()).isEqualTo(expected.value());
      assertThat(log.lines()).hasSize(1).first().asString().startsWith("Call observer ");
    }
    assertThat(broken.getCurrentObservationScope()).isNull();
  }
}
