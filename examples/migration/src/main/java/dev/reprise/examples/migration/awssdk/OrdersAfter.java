package dev.reprise.examples.migration.awssdk;

import dev.reprise.Retry;
import dev.reprise.aws.RetryPlugin;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** A client with the retries of Reprise. */
public final class OrdersAfter {

  static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(5)
          .backoff(
              Backoff.exponential(Duration.ofMillis(100))
                  .cappedAt(Duration.ofSeconds(20))
                  .jitter(Jitter.full()))
          .rules(FailureRule.aws())
          .within(Duration.ofSeconds(30))
          .attemptTimeout(Duration.ofSeconds(3))
          .build();

  private OrdersAfter() {}

  static Retry retry() {
    return Retry.of(POLICY).withBudget(RetryBudget.aws()).named("orders-table");
  }

  static DynamoDbClient client(DynamoDbClientBuilder builder, Retry retry) {
    return builder.addPlugin(RetryPlugin.of(retry)).build();
  }
}
