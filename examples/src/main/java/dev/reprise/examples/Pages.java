package dev.reprise.examples;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A remote service, as the examples call it. */
public interface Pages {

  /**
   * Fetches a page.
   *
   * @param url address of the page
   * @return the page
   * @throws IOException if that fails
   */
  String fetch(String url) throws IOException;

  /**
   * Fetches a page in limited time.
   *
   * @param url address of the page
   * @param timeLeft limit for the request
   * @return the page
   * @throws IOException if that fails or takes longer
   */
  default String fetch(String url, Duration timeLeft) throws IOException {
    return fetch(url);
  }

  /**
   * Fetches a page without blocking the thread.
   *
   * @param url address of the page
   * @return completes with the page
   */
  default CompletableFuture<String> fetchAsync(String url) {
    try {
      return CompletableFuture.completedFuture(fetch(url));
    } catch (IOException failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }
}
