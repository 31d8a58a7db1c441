package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Verdict;
import dev.reprise.policy.RetryPolicy;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A circuit breaker of Resilience4j inside and outside of a retry. */
public final class CircuitBreakers {

  private final Retry retry;
  private final CircuitBreaker breaker;
  private final Pages pages;

  /**
   * Makes calls with a retry and a circuit breaker.
   *
   * @param retry made once for the service
   * @param breaker made once for the service
   * @param pages the service
   */
  public CircuitBreakers(Retry retry, CircuitBreaker breaker, Pages pages) {
    this.retry = retry;
    this.breaker = breaker;
    this.pages = pages;
  }

  String inside(String url) throws Exception {
    return retry.call(() -> breaker.executeCallable(() -> pages.fetch(url)));
  }

  CompletableFuture<String> insideAsync(String url) {
    return retry.callAsync(() -> breaker.executeCompletionStage(() -> pages.fetchAsync(url)));
  }

  String outside(String url) throws Exception {
    return breaker.executeCallable(() -> retry.call(() -> pages.fetch(url)));
  }

  CompletionStage<String> outsideAsync(String url) {
    return breaker.executeCompletionStage(() -> retry.callAsync(() -> pages.fetchAsync(url)));
  }

  static RetryPolicy givingUp() {
    return RetryPolicy.builder().abortOn(CallNotPermittedException.class).build();
  }

  static RetryPolicy waiting(Duration openFor) {
    Verdict notBefore = Verdict.retryNoSoonerThan(openFor).withEffect(Effect.NONE);
    return RetryPolicy.builder()
        .maxAttempts(4)
        .within(openFor.multipliedBy(3))
        .maxHint(openFor)
        .classifyWith(
            "breaker-open",
            outcome ->
                outcome.failureOrNull() instanceof CallNotPermittedException
                    ? notBefore
                    : Verdict.pass())
        .build();
  }
}
