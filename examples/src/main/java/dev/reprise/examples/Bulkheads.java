package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;

/** A bulkhead of Resilience4j inside and outside of a retry. */
public final class Bulkheads {

  private final Retry retry;
  private final Bulkhead bulkhead;
  private final Pages pages;

  /**
   * Makes calls with a retry and a bulkhead.
   *
   * @param retry made once for the service
   * @param bulkhead made once for the service
   * @param pages the service
   */
  public Bulkheads(Retry retry, Bulkhead bulkhead, Pages pages) {
    this.retry = retry;
    this.bulkhead = bulkhead;
    this.pages = pages;
  }

  String inside(String url) throws Exception {
    return retry.call(() -> bulkhead.executeCallable(() -> pages.fetch(url)));
  }

  String outside(String url) throws Exception {
    return bulkhead.executeCallable(() -> retry.call(() -> pages.fetch(url)));
  }

  static RetryPolicy nothingWasSent() {
    Verdict full = Verdict.retry().withKind(FailureKind.THROTTLED).withEffect(Effect.NONE);
    return RetryPolicy.builder()
        .idempotency(Idempotency.NOT_IDEMPOTENT)
        .classifyWith(
            "bulkhead-full",
            outcome ->
                outcome.failureOrNull() instanceof BulkheadFullException ? full : Verdict.pass())
        .build();
  }
}
