package dev.reprise.examples;

import dev.reprise.declared.Retryable;
import dev.reprise.policy.Idempotency;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** A remote service with retry annotations on its interface. */
public interface DeclarativeOrders {

  /**
   * Finds an order.
   *
   * @param id its number
   * @return the order
   * @throws IOException if that fails
   */
  @Retryable(maxAttempts = 5, within = "30s", idempotency = Idempotency.IDEMPOTENT)
  String find(String id) throws IOException;

  /**
   * Places an order.
   *
   * @param order the order
   * @return completes with its number
   */
  @Retryable(policy = "maxAttempts=2 backoff=fixed(50ms) retryOn=java.net.ConnectException")
  CompletableFuture<String> place(String order);

  /**
   * Sums up a year.
   *
   * @param year the year
   * @return the report
   * @throws IOException if that fails
   */
  @Retryable(name = "reports")
  String report(int year) throws IOException;

  /**
   * Finds the price of an article.
   *
   * @param article the article
   * @return the price
   * @throws IOException if that fails in a way for which there is no fallback
   */
  @Retryable(maxAttempts = 2, fallback = "lastPrice")
  String price(String article) throws IOException;

  /**
   * Replaces the price after the last attempt.
   *
   * @param article the article
   * @param failure the failure of the last attempt
   * @return an older price
   */
  default String lastPrice(String article, IOException failure) {
    return "price of yesterday";
  }

  /**
   * Address of the service.
   *
   * @return the address, known without a remote call, so there is nothing to retry
   */
  String region();

  /**
   * Finds two orders.
   *
   * @param one number of the first
   * @param other number of the second
   * @return both
   * @throws IOException if that fails
   */
  default String findBoth(String one, String other) throws IOException {
    return find(one) + ", " + find(other); // each of them is retried
  }
}
