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

  private Policies() {}
}
