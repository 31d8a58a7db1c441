package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.RetryCall;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** The call shapes, as in the README. */
public final class QuickStart {

  private final Retry retry;
  private final Pages pages;

  /**
   * Calls a service with a retry.
   *
   * @param retry made once for the service
   * @param pages the service
   */
  public QuickStart(Retry retry, Pages pages) {
    this.retry = retry;
    this.pages = pages;
  }

  static Retry retry() {
    Retry retry =
        Retry.of(
            RetryPolicy.builder()
                .maxAttempts(5)
                .within(Duration.ofSeconds(30))
                .attemptTimeout(Duration.ofSeconds(3))
                .backoff(
                    Backoff.exponential(Duration.ofMillis(100))
                        .cappedAt(Duration.ofSeconds(10))
                        .jitter(Jitter.full()))
                .retryOn(IOException.class)
                .build());
    return retry;
  }

  static RetryPolicy fromText() {
    return RetryPolicy.parse(
        "maxAttempts=5 within=30s attemptTimeout=3s"
            + " backoff=exponential(100ms, x2, cap=10s, jitter=full) retryOn=java.io.IOException");
  }

  Answers inEveryWay(String url) throws IOException {
    String page = retry.call(() -> fetch(url)); // throws IOException itself, never wrapped
    String timed = retry.callWith(attempt -> fetch(url, attempt.timeLeft()));
    CompletableFuture<String> later = retry.callAsync(() -> fetchAsync(url));
    RetryResult<String> result =
        retry.execute(() -> fetch(url)); // returns a result instead of throwing
    Callable<String> safe = retry.decorateCallable(() -> fetch(url));
    return new Answers(page, timed, later, result, safe);
  }

  String inTokenForm(String url) throws IOException {
    try (RetryCall call = retry.begin()) {
      while (true) {
        try {
          String body = fetch(url);
          call.succeeded();
          return body;
        } catch (IOException failure) {
          call.failed(failure); // waits, or throws its argument
        }
      }
    }
  }

  private String fetch(String url) throws IOException {
    return pages.fetch(url);
  }

  private String fetch(String url, Duration timeLeft) throws IOException {
    return pages.fetch(url, timeLeft);
  }

  private CompletableFuture<String> fetchAsync(String url) {
    return pages.fetchAsync(url);
  }

  record Answers(
      String page,
      String timed,
      CompletableFuture<String> later,
      RetryResult<String> result,
      Callable<String> safe) {}
}
