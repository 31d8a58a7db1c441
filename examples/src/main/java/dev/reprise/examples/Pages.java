package dev.reprise.examples;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A remote service, as the examples call it. */
public interface Pages {

  /**
   * Fetches a page.
   *
   * @param url where it is
   * @return the page
   * @throws IOException if that fails
   */
  String fetch(String url) throws IOException;

  /**
   * Fetches a page in limited time.
   *
   * @param url where it is
   * @param timeLeft how long it may take
   * @return the page
   * @throws IOException if that fails or takes longer
   */
  default String fetch(String url, Duration timeLeft) throws IOException {
    return fetch(url);
  }

  /**
   * Fetches a page without holding the thread.
   *
   * @param url where it is
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
