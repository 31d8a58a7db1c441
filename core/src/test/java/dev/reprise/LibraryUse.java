package dev.reprise;

import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.declared.RetryProxy;
import dev.reprise.declared.Retryable;
import dev.reprise.function.Attempt;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Uses of the library after which an application may be unloaded. */
final class LibraryUse {

  private LibraryUse() {}

  static void everything() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(3)
            .withoutTimeLimit()
            .attemptTimeout(Duration.ofHours(1))
            .backoff(Backoff.fixed(Duration.ofMillis(1)))
            .idempotency(Idempotency.IDEMPOTENT)
            .retryOn(IOException.class)
            .build();
    RetryPolicy hedged = policy.toBuilder().hedge(Hedge.after(Duration.ofMillis(1))).build();
    if (!policy.equals(policy.toBuilder().build()) || Set.of(policy, hedged).size() != 2) {
      throw new IllegalStateException("policies are values");
    }
    for (RetryPolicy each : Set.of(policy, hedged)) {
      Retry retry = Retry.of(each).withBudget(RetryBudget.unlimited()).withListener(event -> {});
      AtomicInteger attempts = new AtomicInteger();
      // The first attempt of the hedged call never completes.
      String page =
          retry
              .callAsync(
                  () ->
                      attempts.incrementAndGet() == 1 && each.equals(hedged)
                          ? new CompletableFuture<String>()
                          : CompletableFuture.completedFuture("page"))
              .join();
      String failed =
          retry
              .executeAsync(() -> CompletableFuture.failedFuture(new IOException("down")))
              .join()
              .toString();
      String view = retry.state().view().toString();
      if (!page.equals("page") || failed.isEmpty() || view.isEmpty()) {
        throw new IllegalStateException("not as expected");
      }
      drive(retry);
      retry.shutdown();
    }
    proxy();
  }

  /** A driven call that runs to its end, and one that is closed before. */
  private static void drive(Retry retry) {
    DrivenCall<String> call = retry.driver().start();
    Attempt first = Objects.requireNonNull(call.begin(call.step()));
    RetryStep unused = call.failed(first, new IOException("down"));
    Attempt second = Objects.requireNonNull(call.begin(call.step()));
    if (!(call.returned(second, "page") instanceof RetryStep.End)) {
      throw new IllegalStateException("not as expected");
    }
    retry.driver().start().close();
  }

  /** A service of the application. */
  public interface Pages {

    @Retryable(maxAttempts = 2)
    String load() throws IOException;
  }

  private static void proxy() {
    AtomicInteger attempts = new AtomicInteger();
    Pages pages =
        RetryProxy.of(
            Retry.none(),
            Pages.class,
            () -> {
              if (attempts.incrementAndGet() == 1) {
                throw new IOException("down");
              }
              return "page";
            });
    try {
      if (!pages.load().equals("page")) {
        throw new IllegalStateException("not as expected");
      }
    } catch (IOException notRetried) {
      throw new IllegalStateException(notRetried);
    }
  }
}
