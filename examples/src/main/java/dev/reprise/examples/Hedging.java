package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.function.AttemptOperation;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A second attempt while the first is still running, as in the guide. */
public final class Hedging {

  private final Retry retry;
  private final Retry unhedged;
  private final Pages pages;
  private final Pages replica;

  /**
   * Reads from a service that has a replica.
   *
   * @param policy hedged, such as {@link #byRecentLatency()}
   * @param threads runs the attempts of blocking calls
   * @param pages called first
   * @param replica may be called in parallel
   */
  public Hedging(RetryPolicy policy, Executor threads, Pages pages, Pages replica) {
    this(Retry.of(policy).named("pages"), threads, pages, replica);
  }

  Hedging(Retry retry, Executor threads, Pages pages, Pages replica) {
    this.retry = retry.withExecutor(threads);
    this.pages = pages;
    this.replica = replica;
    unhedged = withoutHedge(this.retry);
  }

  static RetryPolicy afterADelay() {
    return RetryPolicy.builder()
        .idempotency(Idempotency.IDEMPOTENT)
        .hedge(Hedge.after(Duration.ofMillis(50)))
        .build();
  }

  static RetryPolicy byRecentLatency() {
    return RetryPolicy.builder()
        .within(Duration.ofSeconds(2))
        .attemptTimeout(Duration.ofMillis(500))
        .idempotency(Idempotency.IDEMPOTENT)
        .hedge(Hedge.atPercentile(95).withFloor(Duration.ofMillis(5)))
        .build();
  }

  static RetryPolicy fromText() {
    return RetryPolicy.parse(
        "within=2s attemptTimeout=500ms idempotency=idempotent hedge=percentile(95, floor=5ms)");
  }

  static Retry onExecutor(Retry retry, Executor threads) {
    return retry.withExecutor(threads);
  }

  private static Retry withoutHedge(Retry retry) {
    return retry.withPolicy(retry.policy().toBuilder().withoutHedge().build());
  }

  String fetch(String url) throws IOException {
    return retry.call(() -> pages.fetch(url));
  }

  CompletableFuture<String> fetchAsync(String url) {
    return retry.callAsync(() -> pages.fetchAsync(url));
  }

  CompletableFuture<String> fetchFromEither(String url) {
    return retry.callAsyncWith(
        AttemptOperation.of(() -> pages.fetchAsync(url))
            .fromAttempt(2, () -> replica.fetchAsync(url)));
  }

  String fetchOnce(String url) throws IOException {
    return unhedged.call(() -> pages.fetch(url));
  }
}
