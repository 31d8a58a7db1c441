package dev.reprise.examples;

import dev.reprise.Retry;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;

/** A retry around breaker, rate limiter and bulkhead of Resilience4j, in this order. */
public final class AllTogether {

  private final Retry retry;
  private final CircuitBreaker breaker;
  private final RateLimiter limiter;
  private final Bulkhead bulkhead;
  private final Pages pages;

  /**
   * Calls a service with all of them.
   *
   * @param retry made once for the service, as are the others
   * @param breaker the breaker
   * @param limiter the rate limiter
   * @param bulkhead the bulkhead
   * @param pages the service
   */
  public AllTogether(
      Retry retry, CircuitBreaker breaker, RateLimiter limiter, Bulkhead bulkhead, Pages pages) {
    this.retry = retry;
    this.breaker = breaker;
    this.limiter = limiter;
    this.bulkhead = bulkhead;
    this.pages = pages;
  }

  static CircuitBreakerConfig countingTheServiceAlone() {
    return CircuitBreakerConfig.custom()
        .ignoreExceptions(BulkheadFullException.class, RequestNotPermitted.class)
        .build();
  }

  String fetch(String url) throws Exception {
    return retry.call(() -> breaker.executeCallable(() -> limited(url)));
  }

  private String limited(String url) throws Exception {
    return limiter.executeCallable(() -> bulkhead.executeCallable(() -> pages.fetch(url)));
  }
}
