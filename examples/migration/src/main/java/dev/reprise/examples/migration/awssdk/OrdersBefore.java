package dev.reprise.examples.migration.awssdk;

import java.time.Duration;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** A client with the retries of the AWS SDK. */
public final class OrdersBefore {

  private OrdersBefore() {}

  static StandardRetryStrategy strategy() {
    return StandardRetryStrategy.builder()
        .maxAttempts(5)
        .backoffStrategy(
            BackoffStrategy.exponentialDelay(Duration.ofMillis(100), Duration.ofSeconds(20)))
        .build();
  }

  static DynamoDbClient client(DynamoDbClientBuilder builder, RetryStrategy strategy) {
    return builder
        .overrideConfiguration(
            config ->
                config
                    .retryStrategy(strategy)
                    .apiCallTimeout(Duration.ofSeconds(30))
                    .apiCallAttemptTimeout(Duration.ofSeconds(3)))
        .build();
  }
}
