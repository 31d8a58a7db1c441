package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.VirtualTime;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CircuitBreakersTest {

  private static final String URL = "https://example.org/";
  private static final Duration OPEN_FOR = Duration.ofSeconds(10);
  private static final int NEVER_OPENS = 100;

  private final VirtualTime time = VirtualTime.seeded(1);
  private final FlakyPages pages = new FlakyPages();

  @Test
  void a_breaker_inside_counts_every_attempt() throws Exception {
    CircuitBreaker breaker = breaker(NEVER_OPENS);
    pages.failing(2);
    assertThat(calls(CircuitBreakers.givingUp(), breaker).inside(URL)).isEqualTo("page");
    assertCounted(breaker, 2, 1);
  }

  @Test
  void a_breaker_outside_counts_the_call() throws Exception {
    CircuitBreaker breaker = breaker(NEVER_OPENS);
    pages.failing(2);
    assertThat(calls(RetryPolicy.defaults(), breaker).outside(URL)).isEqualTo("page");
    assertCounted(breaker, 0, 1);
  }

  @Test
  void stages_count_the_same() {
    CircuitBreaker inside = breaker(NEVER_OPENS);
    CircuitBreaker outside = breaker(NEVER_OPENS);
    pages.failing(2);
    time.await(calls(CircuitBreakers.givingUp(), inside).insideAsync(URL)).join();
    time.await(calls(RetryPolicy.defaults(), outside).outsideAsync(URL).toCompletableFuture())
        .join();
    assertCounted(inside, 2, 1);
    assertCounted(outside, 0, 1);
  }

  @Test
  void a_failed_call_counts_as_three_failures_inside_and_as_one_outside() {
    CircuitBreaker inside = breaker(NEVER_OPENS);
    CircuitBreaker outside = breaker(NEVER_OPENS);
    pages.failing(3);
    assertThatThrownBy(() -> calls(CircuitBreakers.givingUp(), inside).inside(URL))
        .isInstanceOf(IOException.class);
    pages.failing(3);
    assertThatThrownBy(() -> calls(RetryPolicy.defaults(), outside).outside(URL))
        .isInstanceOf(IOException.class);
    assertCounted(inside, 3, 0);
    assertCounted(outside, 1, 0);
  }

  @Test
  void an_inner_breaker_that_opens_ends_the_call_if_the_policy_aborts() {
    pages.failing(3);
    assertThatThrownBy(() -> calls(CircuitBreakers.givingUp(), breaker(2)).inside(URL))
        .isInstanceOf(CallNotPermittedException.class)
        .satisfies(refusal -> assertThat(RetryReport.of(refusal)).isEmpty());
    assertThat(pages.calls()).isEqualTo(2);
    assertThat(time.elapsed()).isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void an_inner_breaker_that_opens_is_awaited_if_the_policy_waits() throws Exception {
    CircuitBreaker breaker = breaker(2);
    pages.failing(2);
    assertThat(calls(CircuitBreakers.waiting(OPEN_FOR), breaker).inside(URL)).isEqualTo("page");
    assertThat(pages.calls()).isEqualTo(3);
    assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    assertThat(time.elapsed()).isBetween(OPEN_FOR, OPEN_FOR.plusSeconds(3));
  }

  @Test
  void the_same_wait_with_stages() {
    CircuitBreaker breaker = breaker(2);
    pages.failing(2);
    var page = calls(CircuitBreakers.waiting(OPEN_FOR), breaker).insideAsync(URL);
    assertThat(time.await(page)).isCompletedWithValue("page");
    assertThat(time.elapsed()).isBetween(OPEN_FOR, OPEN_FOR.plusSeconds(3));
  }

  @Test
  void the_default_policy_retries_an_open_breaker_without_effect() {
    pages.failing(3);
    assertThatThrownBy(() -> calls(RetryPolicy.defaults(), breaker(1)).inside(URL))
        .isInstanceOf(CallNotPermittedException.class);
    assertThat(pages.calls()).isEqualTo(1);
    assertThat(time.elapsed()).isPositive();
  }

  @Test
  void an_outer_open_breaker_allows_no_attempt() {
    CircuitBreaker breaker = breaker(1);
    breaker.transitionToOpenState();
    assertThatThrownBy(() -> calls(RetryPolicy.defaults(), breaker).outside(URL))
        .isInstanceOf(CallNotPermittedException.class);
    assertThat(pages.calls()).isZero();
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void a_breaker_inside_that_is_open_refuses_the_first_attempt() {
    CircuitBreaker breaker = breaker(1);
    breaker.transitionToOpenState();
    assertThatThrownBy(() -> calls(CircuitBreakers.givingUp(), breaker).inside(URL))
        .isInstanceOf(CallNotPermittedException.class);
    assertThat(pages.calls()).isZero();
  }

  @Test
  void an_outer_breaker_that_opens_during_a_call_does_not_affect_it() throws Exception {
    CircuitBreaker breaker = breaker(1);
    pages.failing(2);
    time.schedule(Duration.ofNanos(1), breaker::transitionToOpenState);
    assertThat(calls(RetryPolicy.defaults(), breaker).outside(URL)).isEqualTo("page");
    assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
    assertThat(pages.calls()).isEqualTo(3);
  }

  @Test
  void an_outer_breaker_counts_waits_as_slow_calls() throws Exception {
    CircuitBreaker inside = breaker(NEVER_OPENS);
    CircuitBreaker outside = breaker(NEVER_OPENS);
    RetryPolicy slow = RetryPolicy.builder().backoff(Backoff.fixed(Duration.ofSeconds(5))).build();
    pages.failing(2);
    calls(slow, inside).inside(URL);
    calls(slow, outside).outside(URL);
    assertThat(inside.getMetrics().getNumberOfSlowCalls()).isZero();
    assertThat(outside.getMetrics().getNumberOfSlowCalls()).isEqualTo(1);
  }

  private CircuitBreakers calls(RetryPolicy policy, CircuitBreaker breaker) {
    return new CircuitBreakers(Retry.of(policy).withEnvironment(time), breaker, pages);
  }

  /** Opens after this number of calls if half of them failed. */
  private CircuitBreaker breaker(int minimumCalls) {
    return CircuitBreaker.of(
        "pages",
        CircuitBreakerConfig.custom()
            .minimumNumberOfCalls(minimumCalls)
            .slidingWindowSize(minimumCalls)
            .permittedNumberOfCallsInHalfOpenState(1)
            .waitDurationInOpenState(OPEN_FOR)
            .slowCallDurationThreshold(Duration.ofSeconds(2))
            .clock(time.wallClock().withZone(ZoneOffset.UTC))
            .currentTimestampFunction(clock -> time.ticks().nanos(), TimeUnit.NANOSECONDS)
            .build());
  }

  private static void assertCounted(CircuitBreaker breaker, int failed, int succeeded) {
    assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(failed);
    assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(succeeded);
  }
}
