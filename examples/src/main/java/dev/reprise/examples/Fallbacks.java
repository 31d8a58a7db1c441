package dev.reprise.examples;

import dev.reprise.Backup;
import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.classify.FailureKind;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Results for calls that gave up, as in the guide. */
public final class Fallbacks {

  private final Retry retry;
  private final Pages pages;
  private final Map<String, String> cache;

  /**
   * Calls a service, with a cache behind it.
   *
   * @param retry made once for the service
   * @param pages the service
   * @param cache pages that were fetched before
   */
  public Fallbacks(Retry retry, Pages pages, Map<String, String> cache) {
    this.retry = retry;
    this.pages = pages;
    this.cache = cache;
  }

  String cachedOrEmpty(String url) throws IOException {
    return retry.callOrElse(() -> pages.fetch(url), failed -> cache.getOrDefault(url, ""));
  }

  String cachedWhereTheServiceIsBusy(String url) throws Exception {
    return retry.callOrElse(
        () -> pages.fetch(url),
        failed -> {
          String cached = cache.get(url);
          return cached != null && wasThrottled(failed) ? cached : failed.valueOrThrow();
        });
  }

  private static boolean wasThrottled(RetryResult<String> failed) {
    return failed.report().records().stream()
        .anyMatch(attempt -> attempt.kind() == FailureKind.THROTTLED);
  }

  CompletableFuture<String> cachedLater(String url) {
    return retry.callAsyncOrElse(
        () -> pages.fetchAsync(url), failed -> cache.getOrDefault(url, ""));
  }

  String fromReplica(String url, Pages replica) throws IOException {
    return retry.callOrElse(() -> pages.fetch(url), Backup.ofStage(() -> replica.fetchAsync(url)));
  }

  CompletableFuture<String> fromReplicaLater(String url, Pages replica) {
    return retry.callAsyncOrElse(
        () -> pages.fetchAsync(url), Backup.ofStage(() -> replica.fetchAsync(url)));
  }

  String fromResult(String url) {
    RetryResult<String> result = retry.execute(() -> pages.fetch(url));
    return result.orElse("");
  }
}
