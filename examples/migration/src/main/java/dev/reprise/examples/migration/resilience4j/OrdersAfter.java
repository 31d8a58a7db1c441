package dev.reprise.examples.migration.resilience4j;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.examples.migration.OrderClient;
import dev.reprise.policy.RetryPolicy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;

/** Orders, retried by Reprise. */
public final class OrdersAfter {

  static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(5)
          .backoff(
              Backoff.exponential(Duration.ofMillis(100))
                  .cappedAt(Duration.ofSeconds(1))
                  .jitter(Jitter.proportional(0.2)))
          .retryOn(IOException.class)
          .abortOn(FileNotFoundException.class)
          .retryOnResult("empty", String.class, String::isEmpty)
          .build();

  private final OrderClient client;
  private final Retry retry;

  OrdersAfter(OrderClient client, Retry retry) {
    this.client = client;
    this.retry = retry; // Retry.of(POLICY).named("orders")
  }

  String find(String id) throws IOException {
    return retry.call(() -> client.find(id));
  }
}
