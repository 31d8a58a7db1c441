package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.declared.RetryProxy;
import dev.reprise.declared.Retryable;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.ParallelFlux;
import reactor.test.StepVerifier;

/** Annotated methods that return a Mono or a Flux, and fallbacks. */
class RetriedMethodsTest {

  interface Pages {

    @Retryable
    Mono<String> page(String url);

    @Retryable
    Flux<String> lines(String url);

    @Retryable(fallback = "oldPage")
    Mono<String> pageOrOld(String url);

    @Retryable(fallback = "oldLines")
    Flux<String> linesOrOld(String url);

    @Retryable
    Mono<String> broken(String url) throws IOException;

    default Mono<String> oldPage(String url, IOException failure) {
      return Mono.just("old " + url + " after " + failure.getMessage());
    }

    default Flux<String> oldLines(String url, Exception failure) {
      return Flux.just("old", "lines");
    }
  }

  interface Unsupported {
    @Retryable
    ParallelFlux<String> all();
  }

  private static final int FOREVER = 1000;

  private final LongAdder fallbacks = new LongAdder();
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private int calls;
  private int failures = 2;

  private record Counting(LongAdder fallbackCounter) implements RetryListener {
    @Override
    public void on(RetryEvent event) {}
  }

  private final class Client implements Pages {

    @Override
    public Mono<String> page(String url) {
      return ++calls > failures ? Mono.just("page of " + url) : Mono.error(reset());
    }

    @Override
    public Flux<String> lines(String url) {
      return ++calls > failures ? Flux.just("a", "b") : Flux.error(reset());
    }

    @Override
    public Mono<String> pageOrOld(String url) {
      return page(url);
    }

    @Override
    public Flux<String> linesOrOld(String url) {
      return lines(url);
    }

    @Override
    public Mono<String> broken(String url) throws IOException {
      calls++;
      throw reset();
    }
  }

  private IOException reset() {
    return new IOException("reset " + calls);
  }

  private Retry retry() {
    return Retry.of(
            RetryPolicy.builder()
                .maxAttempts(3)
                .backoff(Backoff.fixed(Duration.ofHours(1)))
                .withoutTimeLimit()
                .retryOnResult(String.class, String::isEmpty)
                .build())
        .withBudget(RetryBudget.unlimited())
        .withListener(new Counting(fallbacks));
  }

  private Pages pages() {
    return RetryProxy.of(retry(), Pages.class, new Client(), MethodHandles.lookup());
  }

  private static Duration hours(int number) {
    return Duration.ofHours(number);
  }

  @Test
  void each_subscription_is_a_call_and_each_attempt_calls_the_method() {
    StepVerifier.withVirtualTime(() -> pages().page("a").doOnSubscribe(s -> assertUncalled()))
        .thenAwait(hours(2))
        .expectNext("page of a")
        .verifyComplete();
    assertThat(calls).isEqualTo(3);
  }

  private void assertUncalled() {
    assertThat(calls).isZero();
  }

  @Test
  void a_flux_is_retried_until_its_first_item() {
    StepVerifier.withVirtualTime(() -> pages().lines("a"))
        .thenAwait(hours(2))
        .expectNext("a", "b")
        .verifyComplete();
    assertThat(calls).isEqualTo(3);
  }

  @Test
  void an_exception_that_the_method_throws_itself_is_a_failed_attempt() {
    StepVerifier.withVirtualTime(
            () -> {
              try {
                return pages().broken("a");
              } catch (IOException thrown) {
                throw new AssertionError("must arrive as a signal", thrown);
              }
            })
        .thenAwait(hours(2))
        .verifyErrorSatisfies(
            failure -> {
              assertThat(failure).isInstanceOf(IOException.class).hasMessage("reset 3");
              assertThat(RetryReport.of(failure).orElseThrow().attempts()).isEqualTo(3);
            });
  }

  @Test
  void a_call_that_gives_up_has_the_result_of_its_fallback_and_is_counted() {
    failures = FOREVER;
    StepVerifier.withVirtualTime(() -> pages().pageOrOld("a"))
        .thenAwait(hours(2))
        .expectNext("old a after reset 3")
        .verifyComplete();
    assertThat(fallbacks.sum()).isOne();
    StepVerifier.withVirtualTime(() -> pages().linesOrOld("a"))
        .thenAwait(hours(2))
        .expectNext("old", "lines")
        .verifyComplete();
    assertThat(fallbacks.sum()).isEqualTo(2);
  }

  @Test
  void a_call_that_succeeds_has_no_fallback() {
    StepVerifier.withVirtualTime(() -> pages().pageOrOld("a"))
        .thenAwait(hours(2))
        .expectNext("page of a")
        .verifyComplete();
    assertThat(fallbacks.sum()).isZero();
  }

  @Test
  void a_cancelled_call_has_no_fallback() {
    failures = FOREVER;
    Disposable call = pages().pageOrOld("a").subscribe();
    call.dispose();
    assertThat(calls).isOne();
    assertThat(fallbacks.sum()).isZero();
  }

  @Test
  void a_call_that_a_shutdown_ends_fails_without_its_fallback() {
    Retry retry = retry();
    StepVerifier.create(
            ReactorRetry.of(retry)
                .monoOrElse(attempt -> Mono.error(reset()), failed -> Mono.just("old")))
        .then(retry::shutdown)
        .verifyError(IOException.class);
    assertThat(fallbacks.sum()).isZero();
  }

  @Test
  void a_rejected_result_has_a_fallback_which_gets_it() {
    StepVerifier.withVirtualTime(
            () ->
                ReactorRetry.of(retry())
                    .monoOrElse(
                        attempt -> Mono.just(""),
                        failed -> Mono.just(failed.attempts() + "<" + failed.value() + ">")))
        .thenAwait(hours(2))
        .expectNext("3<>")
        .verifyComplete();
  }

  @Test
  void an_error_has_no_fallback() {
    StepVerifier.create(
            ReactorRetry.of(retry())
                .monoOrElse(
                    attempt -> Mono.error(new AssertionError("bug")), f -> Mono.just("old")))
        .verifyError(AssertionError.class);
  }

  @Test
  void the_failure_of_a_fallback_has_that_of_the_call() {
    StepVerifier.withVirtualTime(
            () ->
                ReactorRetry.of(retry())
                    .fluxOrElse(
                        attempt -> Flux.error(reset()),
                        failed -> Flux.error(new IllegalStateException("no cache"))))
        .thenAwait(hours(2))
        .verifyErrorSatisfies(
            own ->
                assertThat(own)
                    .isInstanceOf(IllegalStateException.class)
                    .satisfies(
                        thrown ->
                            assertThat(thrown.getSuppressed())
                                .hasAtLeastOneElementOfType(IOException.class)));
    assertThat(fallbacks.sum()).isZero();
  }

  private Flux<String> linesOr(Flux<String> fallback) {
    return ReactorRetry.of(retry()).fluxOrElse(attempt -> Flux.error(reset()), failed -> fallback);
  }

  @Test
  void a_fallback_whose_first_item_is_enough_is_counted() {
    StepVerifier.withVirtualTime(() -> linesOr(Flux.just("old", "lines")).take(1))
        .thenAwait(hours(2))
        .expectNext("old")
        .verifyComplete();
    assertThat(fallbacks.sum()).isOne();
    StepVerifier.withVirtualTime(() -> linesOr(Flux.just("old").concatWith(Flux.never())).next())
        .thenAwait(hours(2))
        .expectNext("old")
        .verifyComplete();
    assertThat(fallbacks.sum()).isEqualTo(2);
  }

  @Test
  void a_fallback_that_fails_or_is_cancelled_without_an_item_is_not_counted() {
    StepVerifier.withVirtualTime(
            () -> linesOr(Flux.just("old").concatWith(Flux.error(new IOException("cache lost")))))
        .thenAwait(hours(2))
        .expectNext("old")
        .verifyErrorMessage("cache lost");
    StepVerifier.withVirtualTime(() -> linesOr(Flux.never()))
        .expectSubscription()
        .thenAwait(hours(2))
        .thenCancel()
        .verify();
    assertThat(fallbacks.sum()).isZero();
  }

  @Test
  void to_cancel_a_fallback_cancels_its_source() {
    StepVerifier.withVirtualTime(
            () ->
                ReactorRetry.of(retry())
                    .monoOrElse(
                        attempt -> Mono.error(reset()),
                        failed -> Mono.<String>never().doOnCancel(() -> cancelled.set(true))))
        .expectSubscription()
        .thenAwait(hours(2))
        .thenCancel()
        .verify();
    assertThat(cancelled).isTrue();
  }

  @Test
  void another_type_of_reactor_is_refused() {
    assertThatThrownBy(
            () ->
                RetryProxy.of(
                    retry(),
                    Unsupported.class,
                    () -> Flux.<String>empty().parallel(),
                    MethodHandles.lookup()))
        .hasMessageContaining("Unsupported.all() returns reactor.core.publisher.ParallelFlux");
  }
}
