package dev.reprise.examples.migration.resilience4j;

import dev.reprise.examples.migration.OrderClient;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;

/** Orders, retried by Resilience4j. */
public final class OrdersBefore {

  static final RetryConfig CONFIG =
      RetryConfig.<String>custom()
          .maxAttempts(5)
          .intervalFunction(
              IntervalFunction.ofExponentialRandomBackoff(
                  Duration.ofMillis(100), 2, 0.2, Duration.ofSeconds(1)))
          .retryExceptions(IOException.class)
          .ignoreExceptions(FileNotFoundException.class)
          .retryOnResult(String::isEmpty)
          .failAfterMaxAttempts(true)
          .build();

  private final OrderClient client;
  private final Retry retry;

  OrdersBefore(OrderClient client, Retry retry) {
    this.client = client;
    this.retry = retry; // Retry.of("orders", CONFIG)
  }

  String find(String id) throws Exception {
    return retry.executeCallable(() -> client.find(id));
  }
}
