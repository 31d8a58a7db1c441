package dev.reprise.verification.benchmarks.virtual;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.verification.benchmarks.process.Service;
import java.time.Duration;

/** A way to retry a call that blocks the calling thread while it waits. */
enum BlockingContender {

  /** Only the wait. */
  SLEEP("plain sleep") {
    @Override
    Caller caller(Duration delay) {
      return (service, call) -> {
        try {
          return service.answerNow(call);
        } catch (Service.Unavailable failure) {
          sleep(delay);
          return service.answerNow(call);
        }
      };
    }
  },

  /**
   * Reprise with its defaults, except for the budget, which would refuse this number of retries at
   * once.
   */
  REPRISE("Reprise") {
    @Override
    Caller caller(Duration delay) {
      Retry retry =
          Retry.of(
                  RetryPolicy.builder()
                      .maxAttempts(2)
                      .withoutTimeLimit()
                      .backoff(Backoff.fixed(delay))
                      .build())
              .withBudget(RetryBudget.unlimited());
      return (service, call) -> retry.call(() -> service.answerNow(call));
    }
  },

  /** Failsafe as its guide shows it. */
  FAILSAFE("Failsafe 3.3.2") {
    @Override
    Caller caller(Duration delay) {
      FailsafeExecutor<String> failsafe =
          Failsafe.with(
              dev.failsafe.RetryPolicy.<String>builder()
                  .withMaxAttempts(2)
                  .withDelay(delay)
                  .build());
      return (service, call) -> failsafe.get(() -> service.answerNow(call));
    }
  };

  private final String title;

  BlockingContender(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  abstract Caller caller(Duration delay);

  private static void sleep(Duration delay) {
    try {
      Thread.sleep(delay.toMillis());
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes a call and waits for its result. */
  @FunctionalInterface
  interface Caller {

    String call(Service service, int call);
  }
}
