package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * No operator blocks a thread that must not be blocked: a blocking call on such a thread fails.
 * BlockHound stays installed for the other tests of this module that run later.
 */
class BlockHoundTest {

  private static final Duration SOON = Duration.ofMinutes(1);

  @BeforeAll
  static void install() {
    BlockHound.install();
  }

  private static ReactorRetry operators(Consumer<RetryPolicyBuilder> settings) {
    RetryPolicyBuilder policy =
        RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofMillis(1)));
    settings.accept(policy);
    return ReactorRetry.of(
        Retry.of(policy.build()).withBudget(RetryBudget.unlimited()).named("orders"));
  }

  /** Makes calls on threads that must not be blocked. */
  private static long calls(Function<Integer, Flux<String>> call) {
    return Flux.range(0, 200)
        .flatMap(
            number ->
                Flux.defer(() -> call.apply(number))
                    .subscribeOn(Schedulers.parallel())
                    .onErrorResume(IOException.class, failure -> Mono.just("gave up")),
            16)
        .count()
        .blockOptional(SOON)
        .orElseThrow();
  }

  private static Mono<String> failing(int times) {
    AtomicInteger subscriptions = new AtomicInteger();
    return Mono.defer(
        () ->
            subscriptions.incrementAndGet() > times
                ? Mono.just("page")
                : Mono.error(new IOException("reset")));
  }

  @Test
  void a_blocking_call_is_found() {
    Mono<Integer> blocking =
        Mono.fromCallable(
                () -> {
                  Thread.sleep(1);
                  return 1;
                })
            .subscribeOn(Schedulers.parallel());
    assertThatThrownBy(() -> blocking.block(SOON)).hasCauseInstanceOf(BlockingOperationError.class);
  }

  @Test
  void attempts_waits_and_failures_of_a_mono_do_not_block() {
    ReactorRetry operators = operators(policy -> policy.attemptTimeout(Duration.ofSeconds(30)));
    assertThat(calls(number -> failing(number % 4).transform(operators::mono).flux()))
        .isEqualTo(200);
  }

  @Test
  void timeouts_do_not_block() {
    ReactorRetry operators = operators(policy -> policy.attemptTimeout(Duration.ofMillis(1)));
    assertThat(
            calls(
                number ->
                    operators
                        .monoWith(
                            attempt -> attempt.number() < 3 ? Mono.never() : Mono.just("page"))
                        .flux()))
        .isEqualTo(200);
  }

  @Test
  void hedges_do_not_block() {
    ReactorRetry operators =
        operators(
            policy ->
                policy
                    .idempotency(Idempotency.IDEMPOTENT)
                    .hedge(Hedge.after(Duration.ofMillis(1))));
    assertThat(
            calls(
                number ->
                    operators
                        .monoWith(
                            attempt -> attempt.number() < 2 ? Mono.never() : Mono.just("page"))
                        .flux()))
        .isEqualTo(200);
  }

  @Test
  void a_flux_does_not_block() {
    ReactorRetry operators = operators(policy -> {});
    assertThat(
            calls(
                number ->
                    failing(number % 3)
                        .flatMapMany(page -> Flux.just(page, page))
                        .transform(operators::flux)))
        .isEqualTo(400);
    ReactorRetry again = operators.resubscribingAfterItems();
    assertThat(
            calls(
                number ->
                    Flux.just("first")
                        .concatWith(failing(number % 3))
                        .transform(again::flux)
                        .takeLast(1)))
        .isEqualTo(200);
  }

  @Test
  void cancellations_and_retryWhen_do_not_block() {
    ReactorRetry operators = operators(policy -> {});
    assertThat(
            calls(
                number ->
                    failing(1)
                        .retryWhen(operators.retrySpec())
                        .takeUntilOther(Mono.delay(Duration.ofNanos(number * 10_000L)))
                        .defaultIfEmpty("cancelled")
                        .flux()))
        .isEqualTo(200);
  }
}
