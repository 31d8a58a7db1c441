package dev.reprise.examples.migration.springretry;

import dev.reprise.examples.migration.OrderClient;
import java.io.IOException;
import java.time.Duration;
import org.springframework.retry.support.RetryTemplate;

/** Orders, retried by spring-retry. */
public final class OrdersBefore {

  private final OrderClient client;
  private final RetryTemplate template;

  OrdersBefore(OrderClient client, RetryTemplate template) {
    this.client = client;
    this.template = template;
  }

  static RetryTemplate template() {
    return RetryTemplate.builder()
        .maxAttempts(5)
        .exponentialBackoff(Duration.ofMillis(100), 2, Duration.ofSeconds(1))
        .retryOn(IOException.class)
        .build();
  }

  String find(String id) throws IOException {
    return template.execute(context -> client.find(id));
  }

  String findOrNone(String id) throws IOException {
    return template.execute(context -> client.find(id), context -> "none");
  }
}
