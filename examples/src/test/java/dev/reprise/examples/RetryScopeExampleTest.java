package dev.reprise.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.RetryScope;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A test of code that creates its retries itself, as in the guide. */
class RetryScopeExampleTest {

  /** A class that does not accept a retry from outside. */
  private static final class Checkout {

    private final Retry retry =
        Retry.of(RetryPolicy.parse("backoff=fixed(1h) within=1d retryOn=java.io.IOException"));
    private int asked;

    String pay(String order) throws IOException {
      return retry.call(() -> ask(order));
    }

    private String ask(String order) throws IOException {
      asked++;
      if (asked < 3) {
        throw new IOException(order + ": connection reset");
      }
      return "paid";
    }
  }

  @Test
  void pays_at_the_third_attempt_without_waiting() throws Exception {
    Checkout checkout = new Checkout();

    try (RetryScope open = RetryScope.noWaits()) {
      assertEquals("paid", checkout.pay("order-7"));
    }
  }
}
