package shop;

import dev.failsafe.RetryPolicy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;

final class Policies {

  static final RetryPolicy<String> ORDERS =
      RetryPolicy.<String>builder()
          .handle(IOException.class)
          .abortOn(FileNotFoundException.class)
          .withDelay(Duration.ofMillis(1))
          .withMaxRetries(3)
          .build();

  static final RetryPolicy<String> STATES =
      RetryPolicy.<String>builder()
          .handle(Exception.class)
          .handleResult("pending")
          // As agreed with the owners of the server.
          .withDelay(Duration.ofMillis(1))
          .withJitter(0.2)
          .withMaxRetries(2)
          .build();

  private Policies() {}
}
