package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Verdict;
import dev.reprise.policy.RetryPolicy;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;

/** A rate limiter of Resilience4j inside and outside of a retry. */
public final class RateLimiters {

  private final Retry retry;
  private final RateLimiter limiter;
  private final Pages pages;

  /**
   * Makes calls with a retry and a rate limiter.
   *
   * @param retry made once for the service
   * @param limiter made once for the service
   * @param pages the service
   */
  public RateLimiters(Retry retry, RateLimiter limiter, Pages pages) {
    this.retry = retry;
    this.limiter = limiter;
    this.pages = pages;
  }

  String inside(String url) throws Exception {
    return retry.call(() -> limiter.executeCallable(() -> pages.fetch(url)));
  }

  String outside(String url) throws Exception {
    return limiter.executeCallable(() -> retry.call(() -> pages.fetch(url)));
  }

  static RetryPolicy waiting(Duration period) {
    Verdict nextPeriod = Verdict.retryNoSoonerThan(period).withEffect(Effect.NONE);
    return RetryPolicy.builder()
        .within(period.multipliedBy(5))
        .maxHint(period)
        .classifyWith(
            "rate-limit",
            outcome ->
                outcome.failureOrNull() instanceof RequestNotPermitted
                    ? nextPeriod
                    : Verdict.pass())
        .build();
  }
}
