package dev.reprise.examples.migration.failsafe;

import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.reprise.examples.migration.OrderClient;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;

/** Orders, retried by Failsafe. */
public final class OrdersBefore {

  static final RetryPolicy<String> POLICY =
      RetryPolicy.<String>builder()
          .handle(IOException.class)
          .handleResult("")
          .abortOn(FileNotFoundException.class)
          .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(1))
          .withJitter(0.2)
          .withMaxRetries(4)
          .withMaxDuration(Duration.ofSeconds(30))
          .build();

  private final OrderClient client;
  private final FailsafeExecutor<String> failsafe;

  OrdersBefore(OrderClient client, FailsafeExecutor<String> failsafe) {
    this.client = client;
    this.failsafe = failsafe; // Failsafe.with(POLICY)
  }

  String find(String id) {
    return failsafe.get(() -> client.find(id)); // throws FailsafeException for an IOException
  }
}
