package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** The calls that the first page of the site shows. */
final class FiveLines {

  private final Pages pages;

  FiveLines(Pages pages) {
    this.pages = pages;
  }

  static Retry retry() {
    Retry orders = Retry.of(RetryPolicy.defaults()).named("orders");
    return orders;
  }

  Answers call(Retry orders, String url) throws IOException {
    String page = orders.call(() -> fetch(url));
    CompletableFuture<String> later = orders.callAsync(() -> fetchAsync(url));
    RetryResult<String> result = orders.execute(() -> fetch(url));
    Callable<String> safe = orders.decorateCallable(() -> fetch(url));
    return new Answers(page, later, result, safe);
  }

  private String fetch(String url) throws IOException {
    return pages.fetch(url);
  }

  private CompletableFuture<String> fetchAsync(String url) {
    return pages.fetchAsync(url);
  }

  record Answers(
      String page,
      CompletableFuture<String> later,
      RetryResult<String> result,
      Callable<String> safe) {}
}
