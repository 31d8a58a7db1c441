package dev.reprise.examples;

import dev.reprise.classify.Classifier;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;

/** Rules for what is retried, as in the guide. */
public final class WhatToRetry {

  private WhatToRetry() {}

  static RetryPolicy byClass() {
    return RetryPolicy.builder()
        .retryOn(IOException.class)
        .abortOn(FileNotFoundException.class)
        .build();
  }

  static RetryPolicy byResult() {
    return RetryPolicy.builder()
        .retryOnResult("unavailable", Answer.class, answer -> answer.status() == 503)
        .build();
  }

  static Classifier byVerdict() {
    return outcome -> {
      if (outcome.failureOrNull() instanceof ConnectException) {
        return Verdict.retry().withEffect(Effect.NONE);
      }
      if (outcome.valueOrNull() instanceof Answer answer && answer.status() == 429) {
        return Verdict.retryNoSoonerThan(answer.retryAfter()).withKind(FailureKind.THROTTLED);
      }
      return Verdict.pass();
    };
  }

  static RetryPolicy forPayments() {
    return RetryPolicy.builder()
        .classifyWith("service", byVerdict())
        .idempotency(Idempotency.NOT_IDEMPOTENT)
        .build();
  }

  /**
   * Response of a service.
   *
   * @param status its status code
   * @param retryAfter the requested wait
   */
  record Answer(int status, Duration retryAfter) {}
}
