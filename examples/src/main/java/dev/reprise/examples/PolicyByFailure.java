package dev.reprise.examples;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.classify.FailureKind;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.RetryPolicy;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** Separate delays, limits and prices for some failures, as in the guide. */
final class PolicyByFailure {

  private PolicyByFailure() {}

  static RetryPolicy careful() {
    return RetryPolicy.builder()
        .maxAttempts(6)
        .rule(
            FailureRule.of(FailureKind.THROTTLED)
                .backoff(Backoff.exponential(Duration.ofSeconds(1)).jitter(Jitter.full())))
        .rule(FailureRule.of(SocketTimeoutException.class).maxFailures(2).price(2))
        .build();
  }
}
