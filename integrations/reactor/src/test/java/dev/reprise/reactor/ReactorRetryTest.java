package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.context.CallContext;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.RecordingListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

class ReactorRetryTest {

  private static final Duration DELAY = Duration.ofMillis(100);

  @BeforeAll
  static void limit_the_wait_for_a_signal_that_never_comes() {
    StepVerifier.setDefaultTimeout(Duration.ofMinutes(1));
  }

  @AfterAll
  static void reset_the_limit() {
    StepVerifier.resetDefaultTimeout();
  }

  private final AtomicInteger subscriptions = new AtomicInteger();
  private final RecordingListener events = new RecordingListener();

  private Retry retry(Consumer<RetryPolicyBuilder> settings) {
    RetryPolicyBuilder policy =
        RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(DELAY)).withoutTimeLimit();
    settings.accept(policy);
    return Retry.of(policy.build())
        .withBudget(RetryBudget.unlimited())
        .named("orders")
        .withListener(events);
  }

  private ReactorRetry operators(Consumer<RetryPolicyBuilder> settings) {
    return ReactorRetry.of(retry(settings));
  }

  private ReactorRetry operators() {
    return operators(policy -> {});
  }

  /** Fails a number of subscriptions, and then emits an item. */
  private Mono<String> failing(int times) {
    return Mono.defer(
        () ->
            subscriptions.incrementAndGet() > times
                ? Mono.just("page")
                : Mono.error(new IOException("reset " + subscriptions.get())));
  }

  @Test
  void delays_are_those_of_the_virtual_time() {
    StepVerifier.withVirtualTime(() -> failing(2).transform(operators()::mono))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(199))
        .thenAwait(Duration.ofMillis(1))
        .expectNext("page")
        .verifyComplete();
    assertThat(subscriptions).hasValue(3);
  }

  @Test
  void the_deadline_is_that_of_the_virtual_time() {
    StepVerifier.withVirtualTime(
            () ->
                Mono.delay(Duration.ofDays(1))
                    .then(Mono.error(new IOException("slow")))
                    .transform(operators(p -> p.within(Duration.ofHours(30)))::mono))
        .thenAwait(Duration.ofDays(3))
        .verifyErrorSatisfies(
            failure ->
                assertThat(RetryReport.of(failure))
                    .hasValueSatisfying(
                        report -> {
                          assertThat(report.stopReason()).isEqualTo(StopReason.DEADLINE);
                          assertThat(report.elapsed()).isGreaterThanOrEqualTo(Duration.ofDays(1));
                        }));
  }

  @Test
  void the_failure_arrives_as_the_source_has_sent_it_with_its_report() {
    IOException reset = new IOException("reset");
    StepVerifier.withVirtualTime(() -> Mono.error(reset).transform(operators()::mono))
        .thenAwait(Duration.ofSeconds(1))
        .verifyErrorSatisfies(failure -> assertThat(failure).isSameAs(reset));
    assertThat(RetryReport.of(reset)).map(RetryReport::attempts).hasValue(3);
  }

  @Test
  void an_empty_mono_stays_empty() {
    StepVerifier.create(Mono.empty().transform(operators()::mono)).verifyComplete();
    StepVerifier.create(Flux.empty().transform(operators()::flux)).verifyComplete();
  }

  @Test
  void an_empty_mono_is_a_null_result_for_the_policy() {
    StepVerifier.withVirtualTime(
            () ->
                Mono.defer(
                        () ->
                            subscriptions.incrementAndGet() == 1 ? Mono.empty() : Mono.just("page"))
                    .transform(operators(p -> p.retryOnNull())::mono))
        .thenAwait(DELAY)
        .expectNext("page")
        .verifyComplete();
  }

  @Test
  void a_rejected_result_is_retried_and_at_last_an_error() {
    StepVerifier.withVirtualTime(
            () ->
                Mono.just("busy")
                    .transform(operators(p -> p.retryOnResult(String.class, "busy"::equals))::mono))
        .thenAwait(Duration.ofSeconds(1))
        .verifyError(ResultRejectedException.class);
  }

  /** Emits bad items, and then good ones; discarded ones are recorded. */
  private Mono<String> rejecting(
      int bad, List<String> discarded, Consumer<RetryPolicyBuilder> settings) {
    return operators(
            policy -> {
              policy.retryOnResult(String.class, item -> item.startsWith("bad"));
              settings.accept(policy);
            })
        .monoWith(
            attempt -> Mono.just((attempt.number() <= bad ? "bad" : "good") + attempt.number()))
        .doOnDiscard(String.class, discarded::add);
  }

  @Test
  void a_rejected_item_is_discarded_when_the_next_attempt_begins() {
    List<String> discarded = new ArrayList<>();
    StepVerifier.withVirtualTime(() -> rejecting(2, discarded, policy -> {}))
        .expectSubscription()
        .then(() -> assertThat(discarded).as("the call may still end with it").isEmpty())
        .thenAwait(DELAY)
        .then(() -> assertThat(discarded).containsExactly("bad1"))
        .thenAwait(DELAY)
        .expectNext("good3")
        .verifyComplete();
    assertThat(discarded).containsExactly("bad1", "bad2");
  }

  @Test
  void the_last_rejected_item_is_not_discarded_if_the_subscriber_gets_it() {
    List<String> discarded = new ArrayList<>();
    StepVerifier.withVirtualTime(() -> rejecting(9, discarded, policy -> {}))
        .thenAwait(Duration.ofSeconds(1))
        .verifyErrorSatisfies(
            failure -> assertThat(((ResultRejectedException) failure).result()).isEqualTo("bad3"));
    assertThat(discarded).containsExactly("bad1", "bad2");
    discarded.clear();
    StepVerifier.withVirtualTime(
            () -> rejecting(9, discarded, RetryPolicyBuilder::returningRejected))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext("bad3")
        .verifyComplete();
    assertThat(discarded).containsExactly("bad1", "bad2");
  }

  @Test
  void a_rejected_item_is_discarded_when_the_subscriber_cancels() {
    List<String> discarded = new ArrayList<>();
    StepVerifier.withVirtualTime(() -> rejecting(9, discarded, policy -> {}))
        .expectSubscription()
        .expectNoEvent(DELAY.dividedBy(2))
        .thenCancel()
        .verify();
    assertThat(discarded).containsExactly("bad1");
  }

  @Test
  void a_rejected_item_of_an_overlapping_attempt_is_discarded_when_another_ends() {
    List<String> discarded = new ArrayList<>();
    StepVerifier.withVirtualTime(
            () ->
                operators(
                        policy ->
                            policy
                                .retryOnResult(String.class, item -> item.startsWith("bad"))
                                .idempotency(Idempotency.IDEMPOTENT)
                                .maxAttempts(2)
                                .hedge(Hedge.after(DELAY)))
                    .monoWith(
                        attempt ->
                            attempt.number() == 1
                                ? Mono.delay(DELAY.multipliedBy(3)).map(tick -> "good")
                                : Mono.just("bad"))
                    .doOnDiscard(String.class, discarded::add))
        .thenAwait(DELAY.multipliedBy(3))
        .expectNext("good")
        .verifyComplete();
    assertThat(discarded).containsExactly("bad");
  }

  @Test
  void a_mono_emits_only_what_was_requested() {
    StepVerifier.create(Mono.just("page").transform(operators()::mono), 0)
        .expectSubscription()
        .thenRequest(1)
        .expectNext("page")
        .verifyComplete();
  }

  @Test
  void a_context_of_the_subscriber_reaches_every_attempt() {
    List<String> seen = new ArrayList<>();
    Mono<String> source =
        Mono.deferContextual(
            context -> {
              Attempt attempt = context.get(Attempt.class);
              seen.add(context.get("tenant") + " " + attempt.number());
              return failing(2);
            });
    StepVerifier.withVirtualTime(
            () -> source.transform(operators()::mono).contextWrite(c -> c.put("tenant", "blue")))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext("page")
        .verifyComplete();
    assertThat(seen).containsExactly("blue 1", "blue 2", "blue 3");
  }

  @Test
  void a_context_of_the_thread_reaches_attempts_and_the_end_on_other_threads() {
    ThreadLocal<String> user = new ThreadLocal<>();
    List<String> seen = new CopyOnWriteArrayList<>();
    ReactorRetry operators =
        ReactorRetry.of(
            retry(p -> p.backoff(Backoff.fixed(Duration.ofMillis(1))))
                .withContext(CallContext.of(user::get, user::set, user::remove)));
    user.set("ann");
    Mono<String> call =
        Mono.defer(
                () -> {
                  seen.add(user.get());
                  return failing(2);
                })
            .transform(operators::mono)
            .doOnNext(page -> seen.add(user.get()));
    assertThat(call.block()).isEqualTo("page");
    assertThat(seen).containsExactly("ann", "ann", "ann", "ann");
    user.remove();
  }

  @Test
  void a_cancelled_subscription_cancels_the_attempt_and_ends_the_call() {
    TestPublisher<String> source = TestPublisher.create();
    RetryBudget budget = RetryBudget.unlimited();
    Disposable call =
        source
            .mono()
            .transform(ReactorRetry.of(retry(p -> {}).withBudget(budget))::mono)
            .subscribe();
    call.dispose();
    source.assertCancelled();
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED);
  }

  @Test
  void a_cancelled_wait_makes_no_further_attempt() {
    StepVerifier.withVirtualTime(() -> failing(2).transform(operators()::mono))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(50))
        .thenCancel()
        .verify();
    assertThat(subscriptions).hasValue(1);
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED);
  }

  @Test
  void a_flux_that_has_emitted_is_not_subscribed_again() {
    IOException reset = new IOException("reset");
    Flux<Integer> source =
        Flux.defer(
            () -> {
              subscriptions.incrementAndGet();
              return Flux.just(1, 2).concatWith(Flux.error(reset));
            });
    StepVerifier.create(source.transform(operators()::flux))
        .expectNext(1, 2)
        .verifyErrorSatisfies(failure -> assertThat(failure).isSameAs(reset));
    assertThat(subscriptions).hasValue(1);
  }

  @Test
  void a_flux_that_fails_before_its_first_item_is_retried() {
    StepVerifier.withVirtualTime(
            () -> failing(2).flatMapMany(page -> Flux.range(1, 500)).transform(operators()::flux))
        .thenAwait(Duration.ofSeconds(1))
        .expectNextCount(500)
        .verifyComplete();
    assertThat(subscriptions).hasValue(3);
  }

  private Flux<Integer> breaksAfterTwo(int times) {
    return Flux.defer(
        () ->
            subscriptions.incrementAndGet() > times
                ? Flux.range(1, 4)
                : Flux.range(1, 2).concatWith(Flux.error(new IOException("reset"))));
  }

  @Test
  void a_flux_is_subscribed_again_after_items_if_the_operator_says_so() {
    StepVerifier.withVirtualTime(
            () -> breaksAfterTwo(1).transform(operators().resubscribingAfterItems()::flux))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext(1, 2, 1, 2, 3, 4)
        .verifyComplete();
  }

  @Test
  void a_flux_emits_only_what_was_requested_over_all_attempts() {
    StepVerifier.withVirtualTime(
            () -> breaksAfterTwo(1).transform(operators().resubscribingAfterItems()::flux), 3)
        .thenAwait(Duration.ofSeconds(1))
        .expectNext(1, 2, 1)
        .expectNoEvent(Duration.ofSeconds(1))
        .thenRequest(9)
        .expectNext(2, 3, 4)
        .verifyComplete();
  }

  @Test
  void a_flux_requests_one_item_and_then_what_the_subscriber_has_requested() {
    List<Long> requests = new ArrayList<>();
    StepVerifier.create(Flux.range(1, 9).doOnRequest(requests::add).transform(operators()::flux), 0)
        .expectSubscription()
        .then(() -> assertThat(requests).isEmpty())
        .thenRequest(3)
        .expectNext(1, 2, 3)
        .thenRequest(2)
        .expectNext(4, 5)
        .thenCancel()
        .verify();
    assertThat(requests).containsExactly(1L, 2L, 2L);
  }

  @Test
  void an_attempt_that_exceeds_its_timeout_is_cancelled_and_retried() {
    AtomicInteger cancelled = new AtomicInteger();
    StepVerifier.withVirtualTime(
            () ->
                Mono.never()
                    .doOnCancel(cancelled::incrementAndGet)
                    .transform(operators(p -> p.attemptTimeout(Duration.ofSeconds(1)))::mono))
        .thenAwait(Duration.ofSeconds(4))
        .verifyError(AttemptTimeoutException.class);
    assertThat(cancelled).hasValue(3);
  }

  @Test
  void the_attempt_timeout_of_a_flux_ends_with_its_first_item() {
    StepVerifier.withVirtualTime(
            () ->
                Flux.interval(Duration.ofMillis(900))
                    .take(3)
                    .transform(operators(p -> p.attemptTimeout(Duration.ofSeconds(1)))::flux))
        .thenAwait(Duration.ofSeconds(4))
        .expectNext(0L, 1L, 2L)
        .verifyComplete();
  }

  private ReactorRetry hedging() {
    return operators(
        p -> p.idempotency(Idempotency.IDEMPOTENT).hedge(Hedge.after(Duration.ofMillis(50))));
  }

  /** As Reactor's own timeout: the time of an attempt does not depend on the subscriber. */
  @Test
  void the_attempt_timeout_of_a_flux_counts_while_nothing_is_requested() {
    StepVerifier.withVirtualTime(
            () ->
                Flux.defer(
                        () -> {
                          subscriptions.incrementAndGet();
                          return Flux.just("page");
                        })
                    .transform(operators(policy -> policy.attemptTimeout(DELAY))::flux),
            0)
        .expectSubscription()
        .thenAwait(DELAY.multipliedBy(5))
        .verifyError(AttemptTimeoutException.class);
    assertThat(subscriptions).hasValue(3);
  }

  @Test
  void the_attempt_that_emits_first_wins_and_the_others_are_cancelled() {
    AtomicInteger cancelled = new AtomicInteger();
    Mono<Integer> source =
        Mono.defer(
            () -> {
              int number = subscriptions.incrementAndGet();
              return number == 1
                  ? Mono.<Integer>never().doOnCancel(cancelled::incrementAndGet)
                  : Mono.just(number);
            });
    StepVerifier.withVirtualTime(() -> source.transform(hedging()::mono))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(49))
        .thenAwait(Duration.ofMillis(1))
        .expectNext(2)
        .verifyComplete();
    assertThat(cancelled).hasValue(1);
    subscriptions.set(0);
    StepVerifier.withVirtualTime(() -> source.flux().transform(hedging()::flux))
        .thenAwait(Duration.ofMillis(50))
        .expectNext(2)
        .verifyComplete();
    assertThat(cancelled).hasValue(2);
  }

  @Test
  void a_shutdown_ends_the_wait_with_the_last_failure() {
    Retry retry = retry(p -> {});
    StepVerifier.withVirtualTime(() -> failing(9).transform(ReactorRetry.of(retry)::mono))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(50))
        .then(retry::shutdown)
        .thenAwait(Duration.ofNanos(1))
        .verifyErrorMessage("reset 1");
    assertThat(events.stopReason()).isEqualTo(StopReason.SHUT_DOWN);
  }

  @Test
  void a_hint_of_the_server_lengthens_the_wait() {
    StepVerifier.withVirtualTime(
            () ->
                failing(1)
                    .transform(
                        operators(
                                p ->
                                    p.hintJitter(0)
                                        .hintFrom(
                                            "after", IOException.class, f -> Duration.ofSeconds(7)))
                            ::mono))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(6_999))
        .thenAwait(Duration.ofMillis(1))
        .expectNext("page")
        .verifyComplete();
  }

  @Test
  void a_budget_refuses_retries() {
    Retry retry = retry(p -> {}).withBudget(RetryBudget.none());
    StepVerifier.create(failing(1).transform(ReactorRetry.of(retry)::mono))
        .verifyErrorMessage("reset 1");
    assertThat(events.stopReason()).isEqualTo(StopReason.BUDGET);
  }

  @Test
  void retries_need_no_stack() {
    makeWithoutDelay(20_000);
  }

  @Tag("proof")
  @Test
  void a_million_retries_need_no_stack() {
    makeWithoutDelay(1_000_000);
  }

  private void makeWithoutDelay(int retries) {
    ReactorRetry operators =
        ReactorRetry.of(
            Retry.of(
                    RetryPolicy.builder()
                        .maxAttempts(retries + 1)
                        .backoff(Backoff.none())
                        .withoutTimeLimit()
                        .build())
                .withBudget(RetryBudget.unlimited()));
    IOException reset = new IOException("reset");
    Mono<String> source =
        Mono.defer(
            () ->
                subscriptions.incrementAndGet() > retries ? Mono.just("page") : Mono.error(reset));
    StepVerifier.create(source.transform(operators::mono)).expectNext("page").verifyComplete();
  }

  @Test
  void a_failure_after_the_cancellation_is_dropped_as_reactor_drops_it() {
    List<Throwable> dropped = new ArrayList<>();
    Hooks.onErrorDropped(dropped::add);
    try {
      TestPublisher<String> source =
          TestPublisher.createNoncompliant(TestPublisher.Violation.CLEANUP_ON_TERMINATE);
      Disposable call = source.mono().transform(operators()::mono).subscribe();
      call.dispose();
      IOException late = new IOException("late");
      source.error(late);
      assertThat(dropped).containsExactly(late);
    } finally {
      Hooks.resetOnErrorDropped();
    }
  }

  @Test
  void a_source_that_blocks_in_subscribe_does_not_delay_a_cancellation() throws Exception {
    Sinks.One<String> blocked = Sinks.one();
    Sinks.One<String> inside = Sinks.one();
    Sinks.One<String> ended = Sinks.one();
    Mono<String> source =
        Mono.fromCallable(
            () -> {
              inside.tryEmitValue("inside");
              return blocked.asMono().block();
            });
    Disposable call =
        source
            .transform(operators()::mono)
            .doFinally(signal -> ended.tryEmitValue(signal.toString()))
            .subscribeOn(Schedulers.boundedElastic())
            .subscribe();
    inside.asMono().block();
    call.dispose();
    assertThat(ended.asMono().block()).isEqualTo("cancel");
    blocked.tryEmitValue("late");
  }

  @Test
  void the_companion_drives_retryWhen() {
    StepVerifier.withVirtualTime(() -> failing(2).retryWhen(operators().retrySpec()))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(199))
        .thenAwait(Duration.ofMillis(1))
        .expectNext("page")
        .verifyComplete();
    assertThat(events.stopReason()).isEqualTo(StopReason.SUCCEEDED);
  }

  @Test
  void the_companion_sends_the_failure_as_it_is() {
    IOException reset = new IOException("reset");
    StepVerifier.withVirtualTime(() -> Mono.error(reset).retryWhen(operators().retrySpec()))
        .thenAwait(Duration.ofSeconds(1))
        .verifyErrorSatisfies(failure -> assertThat(failure).isSameAs(reset));
    assertThat(RetryReport.of(reset)).map(RetryReport::attempts).hasValue(3);
  }

  @Test
  void the_companion_ends_the_call_when_the_wait_is_cancelled() {
    StepVerifier.withVirtualTime(() -> failing(2).retryWhen(operators().retrySpec()))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(50))
        .thenCancel()
        .verify();
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED);
  }

  @Test
  void the_companion_refuses_an_attempt_timeout() {
    ReactorRetry operators = operators(p -> p.attemptTimeout(Duration.ofSeconds(1)));
    assertThatThrownBy(operators::retrySpec)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attempt timeout of orders");
  }

  @Test
  void a_function_that_throws_is_a_failed_attempt() {
    StepVerifier.withVirtualTime(
            () ->
                operators(p -> p.retryOn(IllegalStateException.class))
                    .<String>monoWith(
                        attempt -> {
                          if (attempt.number() < 3) {
                            throw new IllegalStateException("not yet");
                          }
                          return Mono.just("page");
                        }))
        .thenAwait(Duration.ofSeconds(1))
        .expectNext("page")
        .verifyComplete();
  }
}
