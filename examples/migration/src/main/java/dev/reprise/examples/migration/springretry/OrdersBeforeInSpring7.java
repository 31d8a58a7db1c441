package dev.reprise.examples.migration.springretry;

import dev.reprise.examples.migration.OrderClient;
import java.io.IOException;
import java.time.Duration;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;

/** Orders, retried by the core of Spring Framework 7. */
public final class OrdersBeforeInSpring7 {

  static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxRetries(4)
          .delay(Duration.ofMillis(100))
          .multiplier(2)
          .maxDelay(Duration.ofSeconds(1))
          .timeout(Duration.ofSeconds(30))
          .includes(IOException.class)
          .build();

  private final OrderClient client;
  private final RetryTemplate template;

  OrdersBeforeInSpring7(OrderClient client, RetryTemplate template) {
    this.client = client;
    this.template = template; // new RetryTemplate(POLICY)
  }

  String find(String id) throws RetryException {
    return template.execute(() -> client.find(id)); // the IOException is its cause
  }
}
