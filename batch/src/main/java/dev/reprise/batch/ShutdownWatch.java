package dev.reprise.batch;

import dev.reprise.Retry;
import dev.reprise.RetryPolicy;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Hears of the shutdown of a retry: a call of its own that does nothing but wait, which the
 * shutdown ends with a reason of its own.
 */
final class ShutdownWatch {

  private static final Duration LONG = Duration.ofDays(10_000);

  private static final RetryPolicy WAITS =
      RetryPolicy.builder()
          .maxAttempts(2)
          .forever()
          .backoff(Backoff.fixed(LONG))
          .retryOnNull()
          .build();

  private final CompletableFuture<?> wait;

  private ShutdownWatch(CompletableFuture<?> wait) {
    this.wait = wait;
  }

  static ShutdownWatch over(Retry retry, Runnable onShutdown) {
    CompletableFuture<RetryResult<Object>> wait =
        retry
            .withPolicy(WAITS)
            .withBudget(RetryBudget.unlimited())
            .named(retry.name() + " (batch waits for shutdown)")
            .executeAsync(() -> CompletableFuture.completedFuture(null));
    CompletableFuture<?> unused =
        wait.whenComplete(
            (result, failure) -> {
              if (failure == null && result.stopReason() == StopReason.SHUT_DOWN) {
                onShutdown.run();
              }
            });
    return new ShutdownWatch(wait);
  }

  void close() {
    wait.cancel(false);
  }
}
