package dev.reprise.testing.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.RetryCall;
import dev.reprise.RetryDriver;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.function.Attempt;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallShape;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The counter of calls that succeed at their first attempt: each is counted once, no other is. */
class FirstAttemptCounterTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final CallContext NO_CONTEXT = () -> () -> () -> {};

  private final VirtualTime time = VirtualTime.seeded(1);
  private final LongAdder count = new LongAdder();

  /** Settings that choose a different path for the first attempt. */
  enum Setting {
    PLAIN(retry -> retry),
    WITHOUT_BUDGET_AND_DEADLINE(
        retry ->
            retry
                .withPolicy(retry.policy().toBuilder().withoutTimeLimit().build())
                .withBudget(RetryBudget.unlimited())),
    WITH_A_CONDITION_ON_RESULTS(
        retry ->
            retry.withPolicy(
                retry.policy().toBuilder().retryOnResult(String.class, "busy"::equals).build())),
    WITH_AN_ATTEMPT_TIMEOUT(
        retry ->
            retry.withPolicy(
                retry.policy().toBuilder().attemptTimeout(SECOND.dividedBy(2)).build())),
    WITH_HINTS_ON_SUCCESS(
        retry ->
            retry.withPolicy(
                retry.policy().toBuilder()
                    .hintFromResult("wait", String.class, result -> Duration.ofMillis(1))
                    .hintsOnSuccess()
                    .build())),
    IN_A_CONTEXT(retry -> retry.withContext(NO_CONTEXT)),
    OBSERVED(retry -> retry.withObserver(origin -> new NoObservation())),
    WITH_A_LISTENER_FOR_ALL_EVENTS(
        retry -> retry.withListener(RetryListener.forAllEvents(event -> {}))),
    KEYED(retry -> retry.on("host.example"));

    private final UnaryOperator<Retry> change;

    Setting(UnaryOperator<Retry> change) {
      this.change = change;
    }
  }

  private record NoObservation() implements CallObserver.ObservedCall {

    @Override
    public CallContext.Scope beginAttempt(Attempt attempt) {
      return () -> {};
    }

    @Override
    public void on(RetryEvent event) {}
  }

  private static class Counting implements RetryListener {

    private final LongAdder firstAttempts;
    private final List<RetryEvent> events = new ArrayList<>();

    Counting(LongAdder firstAttempts) {
      this.firstAttempts = firstAttempts;
    }

    @Override
    public void on(RetryEvent event) {
      events.add(event);
    }

    @Override
    public LongAdder firstAttemptCounter() {
      return firstAttempts;
    }
  }

  static List<CallShape> shapes() {
    return CallShape.all();
  }

  private Retry retry() {
    RetryPolicy policy =
        RetryPolicy.builder().maxAttempts(2).backoff(Backoff.fixed(SECOND)).build();
    return Retry.of(policy).withEnvironment(time).withListener(new Counting(count));
  }

  private ScriptedOperation<@Nullable Object> operation() {
    return new ScriptedOperation<>(time);
  }

  @ParameterizedTest
  @EnumSource
  void each_success_of_a_first_attempt_is_counted_once_in_every_shape(Setting setting) {
    for (CallShape shape : CallShape.all()) {
      Retry retry = setting.change.apply(retry());
      count.reset();
      shape.observe(retry, operation().returns("page"), time);
      assertThat(count.sum()).as(shape.name()).isEqualTo(1);
      shape.observe(retry, operation().takes(Duration.ofMillis(3)).returns("page"), time);
      assertThat(count.sum()).as(shape.name()).isEqualTo(2);
      shape.observe(retry, operation().returns(null), time);
      assertThat(count.sum()).as(shape.name()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_call_whose_first_attempt_failed_is_not_counted_in_any_shape(Setting setting) {
    for (CallShape shape : CallShape.all()) {
      Retry retry = setting.change.apply(retry());
      shape.observe(retry, operation().fails(new IOException("reset")).returns("page"), time);
      shape.observe(retry, operation().fails(new IOException("reset")), time);
      shape.observe(retry, operation().fails(new IllegalStateException("bug")), time);
      assertThat(count.sum()).as(shape.name()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void the_counter_has_no_events_of_its_own(CallShape shape) {
    Counting listener = new Counting(count);
    shape.observe(retry().withListener(listener), operation().returns("page"), time);

    assertThat(listener.events).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_token_is_counted_when_it_reports_its_success(Setting setting) {
    Retry retry = setting.change.apply(retry());
    try (RetryCall call = retry.begin()) {
      assertThat(count.sum()).isZero();
      call.succeeded();
      assertThat(count.sum()).isEqualTo(1);
    }
    assertThat(count.sum()).isEqualTo(1);
    retry.begin().close();
    assertThat(count.sum()).isEqualTo(1);
  }

  @Test
  void a_call_that_its_caller_drives_is_counted_when_it_reports_its_success() {
    RetryDriver driver = retry().driver();
    long began = driver.begin();
    assertThat(count.sum()).isZero();
    driver.succeeded(began);
    assertThat(count.sum()).isEqualTo(1);
    driver.cancelled(driver.begin(), 0);

    assertThat(count.sum()).isEqualTo(1);
  }

  @Test
  void a_rejected_result_is_not_counted() throws Exception {
    Retry retry = Setting.WITH_A_CONDITION_ON_RESULTS.change.apply(retry());

    assertThat(retry.<Object, Exception>call(operation().returns("busy").returns("page")))
        .isEqualTo("page");
    assertThat(count.sum()).isZero();
  }

  @Test
  void a_cancelled_call_is_not_counted() {
    CompletableFuture<Object> never = new CompletableFuture<>();
    CompletableFuture<Object> call = retry().callAsync(() -> never);
    call.cancel(true);
    never.complete("late");

    assertThat(count.sum()).isZero();
  }

  /** Such a call has a {@code CallFinished}, which says how many attempts it made. */
  @Test
  void a_call_that_was_hedged_is_not_counted_even_if_its_first_attempt_wins() {
    Counting listener = new Counting(count);
    ScriptedOperation<@Nullable Object> operation =
        operation().takes(Duration.ofMillis(80)).returns("first");
    operation.takes(SECOND).returns("hedge");
    time.await(hedged().withListener(listener).callAsync(operation::stage));

    assertThat(count.sum()).isZero();
    assertThat(listener.events).last().isInstanceOf(RetryEvent.CallFinished.class);
  }

  @Test
  void a_call_that_may_be_hedged_and_was_not_is_counted() {
    time.await(hedged().callAsync(operation().takes(Duration.ofMillis(49)).returns("page")::stage));

    assertThat(count.sum()).isEqualTo(1);
  }

  private Retry hedged() {
    return retry()
        .withPolicy(
            RetryPolicy.builder()
                .idempotency(Idempotency.IDEMPOTENT)
                .hedge(Hedge.after(Duration.ofMillis(50)))
                .build());
  }

  @Test
  void every_listener_has_its_counter_and_retries_may_share_one() throws Exception {
    LongAdder shared = new LongAdder();
    Retry one = retry().withListener(new Counting(shared));
    Retry other = retry().withListener(new Counting(shared));
    one.call(() -> "page");
    other.call(() -> "page");

    assertThat(count.sum()).isEqualTo(2);
    assertThat(shared.sum()).isEqualTo(2);
  }

  @Test
  void a_listener_for_all_events_keeps_the_counter() {
    Counting listener = new Counting(count);
    Retry.of(RetryPolicy.defaults())
        .withListener(RetryListener.forAllEvents(listener))
        .call(() -> "page");

    assertThat(count.sum()).isEqualTo(1);
    assertThat(listener.events)
        .hasSize(1)
        .first()
        .isInstanceOf(RetryEvent.FirstAttemptSucceeded.class);
  }

  @Test
  void the_counter_is_read_once_when_the_listener_is_added() {
    LongAdder reads = new LongAdder();
    Retry retry =
        Retry.of(RetryPolicy.defaults())
            .withListener(
                new Counting(count) {
                  @Override
                  public LongAdder firstAttemptCounter() {
                    reads.increment();
                    return super.firstAttemptCounter();
                  }

                  @Override
                  public Set<Class<? extends RetryEvent>> events() {
                    return Set.of();
                  }
                })
            .named("pages");
    retry.call(() -> "page");
    retry.on("key").call(() -> "page");

    assertThat(reads.sum()).isEqualTo(1);
    assertThat(count.sum()).isEqualTo(2);
  }

  @Test
  void a_retry_without_retries_counts_too() {
    Retry none = Retry.none().withListener(new Counting(count));
    none.call(() -> "page");
    assertThatThrownBy(
            () ->
                none.run(
                    () -> {
                      throw new IOException("reset");
                    }))
        .isInstanceOf(IOException.class);

    assertThat(count.sum()).isEqualTo(1);
  }

  @Test
  void no_success_of_parallel_calls_is_lost() throws Exception {
    int threads = 4;
    int calls = 20_000;
    Retry retry = Retry.of(RetryPolicy.defaults()).withListener(new Counting(count));
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      running.add(
          pool.submit(
              () -> {
                for (int call = 0; call < calls; call++) {
                  retry.call(() -> "page");
                }
              }));
    }
    for (Future<?> one : running) {
      one.get(1, TimeUnit.MINUTES);
    }
    pool.shutdown();

    assertThat(count.sum()).isEqualTo((long) threads * calls);
  }
}
