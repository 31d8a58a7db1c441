package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualTime;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Bulkheads and rate limiters. The limiter reads the system's clock, so its period is a day. */
class LimitersTest {

  private static final String URL = "https://example.org/";
  private static final Duration DAY = Duration.ofDays(1);

  private final VirtualTime time = VirtualTime.seeded(1);
  private final FlakyPages pages = new FlakyPages();
  private final RecordingListener heard = new RecordingListener();

  @Test
  void an_inner_bulkhead_is_free_while_a_call_waits() throws Exception {
    Bulkhead bulkhead = bulkheadOfOne();
    AtomicInteger free = freeDuringTheWait(bulkhead);
    new Bulkheads(retry(waitingOneSecond()), bulkhead, pages.failing(1)).inside(URL);
    assertThat(free).hasValue(1);
  }

  @Test
  void an_outer_bulkhead_is_held_while_a_call_waits() throws Exception {
    Bulkhead bulkhead = bulkheadOfOne();
    AtomicInteger free = freeDuringTheWait(bulkhead);
    new Bulkheads(retry(waitingOneSecond()), bulkhead, pages.failing(1)).outside(URL);
    assertThat(free).hasValue(0);
  }

  @Test
  void a_full_inner_bulkhead_is_retried_even_if_the_call_is_not_idempotent() throws Exception {
    Bulkhead bulkhead = bulkheadOfOne();
    bulkhead.acquirePermission();
    time.schedule(Duration.ofNanos(1), bulkhead::releasePermission);
    Bulkheads calls = new Bulkheads(retry(Bulkheads.nothingWasSent()), bulkhead, pages);
    assertThat(calls.inside(URL)).isEqualTo("page");
    assertThat(heard.delays()).hasSize(1);
  }

  @Test
  void a_full_bulkhead_outside_refuses_the_call() {
    Bulkhead bulkhead = bulkheadOfOne();
    bulkhead.acquirePermission();
    Bulkheads calls = new Bulkheads(retry(RetryPolicy.defaults()), bulkhead, pages);
    assertThatThrownBy(() -> calls.outside(URL)).isInstanceOf(BulkheadFullException.class);
    assertThat(heard.recorded()).isEmpty();
  }

  @Test
  void a_failure_of_a_call_that_is_not_idempotent_is_not_retried() {
    Bulkheads calls =
        new Bulkheads(retry(Bulkheads.nothingWasSent()), bulkheadOfOne(), pages.failing(1));
    assertThatThrownBy(() -> calls.inside(URL)).isInstanceOf(IOException.class);
    assertThat(pages.calls()).isEqualTo(1);
  }

  @Test
  void a_rate_limiter_inside_counts_every_attempt() {
    RateLimiters calls =
        new RateLimiters(retry(RetryPolicy.defaults()), twoADay(), pages.failing(3));
    assertThatThrownBy(() -> calls.inside(URL)).isInstanceOf(RequestNotPermitted.class);
    assertThat(pages.calls()).isEqualTo(2);
  }

  @Test
  void an_outer_rate_limiter_counts_the_call_and_allows_every_attempt() throws Exception {
    RateLimiter limiter = twoADay();
    new RateLimiters(retry(RetryPolicy.defaults()), limiter, pages.failing(2)).outside(URL);
    assertThat(pages.calls()).isEqualTo(3);
    assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(1);
  }

  @Test
  void a_refusal_by_the_rate_limiter_is_retried_in_the_next_period() {
    RateLimiter limiter = twoADay();
    limiter.acquirePermission(2);
    RateLimiters calls = new RateLimiters(retry(RateLimiters.waiting(DAY)), limiter, pages);
    assertThatThrownBy(() -> calls.inside(URL)).isInstanceOf(RequestNotPermitted.class);
    assertThat(heard.delays())
        .isNotEmpty()
        .allSatisfy(d -> assertThat(d).isBetween(DAY, DAY.plus(DAY)));
  }

  @Test
  void refusals_by_bulkhead_and_limiter_do_not_open_the_breaker() {
    CircuitBreaker breaker = CircuitBreaker.of("pages", AllTogether.countingTheServiceAlone());
    Bulkhead full = bulkheadOfOne();
    full.acquirePermission();
    AllTogether calls =
        new AllTogether(retry(RetryPolicy.defaults()), breaker, twoADay(), full, pages);
    assertThatThrownBy(() -> calls.fetch(URL)).isInstanceOf(RequestNotPermitted.class);
    assertThat(breaker.getMetrics().getNumberOfBufferedCalls()).isZero();
    assertThat(heard.toString()).contains(BulkheadFullException.class.getSimpleName());
  }

  private Retry retry(RetryPolicy policy) {
    return Retry.of(policy).withEnvironment(time).withListener(heard);
  }

  private static RetryPolicy waitingOneSecond() {
    return RetryPolicy.builder().backoff(Backoff.fixed(Duration.ofSeconds(1))).build();
  }

  private AtomicInteger freeDuringTheWait(Bulkhead bulkhead) {
    AtomicInteger free = new AtomicInteger(-1);
    time.schedule(
        Duration.ofMillis(500),
        () -> free.set(bulkhead.getMetrics().getAvailableConcurrentCalls()));
    return free;
  }

  private static Bulkhead bulkheadOfOne() {
    return Bulkhead.of(
        "pages",
        BulkheadConfig.custom().maxConcurrentCalls(1).maxWaitDuration(Duration.ZERO).build());
  }

  private static RateLimiter twoADay() {
    return RateLimiter.of(
        "pages",
        RateLimiterConfig.custom()
            .limitForPeriod(2)
            .limitRefreshPeriod(DAY)
            .timeoutDuration(Duration.ZERO)
            .build());
  }
}
