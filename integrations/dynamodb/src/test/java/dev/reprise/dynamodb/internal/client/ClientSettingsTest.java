package dev.reprise.dynamodb.internal.client;

import static dev.reprise.dynamodb.Sdk.items;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.aws.request.ClientSettings;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.Sdk;
import dev.reprise.dynamodb.ServerContract;
import dev.reprise.dynamodb.TableTest;
import dev.reprise.dynamodb.table.KeySchema;
import dev.reprise.dynamodb.write.WriteReport;
import dev.reprise.testbed.dynamodb.Fault;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

class ClientSettingsTest extends TableTest {

  @Test
  void client_that_makes_a_single_attempt_needs_no_override() {
    try (DynamoDbClient single =
        Sdk.blocking(server.endpoint())
            .overrideConfiguration(o -> o.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .build()) {
      assertThat(new TableClient.Blocking(single).withoutOwnRetries()).isNull();
      server.failNext("BatchWriteItem", 2, Fault.internalServerError());

      WriteReport report =
          DynamoDbBatch.of(single, Sdk.TABLE).policy(ServerContract.SOON).put(items(5));

      assertThat(report.allDone()).isTrue();
      assertThat(server.counters().requests("BatchWriteItem")).isEqualTo(3);
    }
  }

  /**
   * The SDK merges what the plugin of a request sets; if it replaced everything, these would go.
   */
  @Test
  void all_other_settings_of_a_client_apply_to_a_request_without_its_own_retries() {
    List<String> sent = new CopyOnWriteArrayList<>();
    ExecutionInterceptor own =
        new ExecutionInterceptor() {
          @Override
          public void beforeTransmission(
              Context.BeforeTransmission context, ExecutionAttributes attributes) {
            sent.add(context.httpRequest().firstMatchingHeader("X-Own").orElse("none"));
          }
        };
    try (DynamoDbClient made =
        Sdk.blocking(server.endpoint())
            .overrideConfiguration(o -> o.putHeader("X-Own", "kept").addExecutionInterceptor(own))
            .build()) {
      server.failNext("BatchWriteItem", 2, Fault.internalServerError());
      WriteReport report =
          DynamoDbBatch.of(made, Sdk.TABLE)
              .keySchema(KeySchema.of("id"))
              .policy(ServerContract.SOON)
              .put(items(1));

      assertThat(report.allDone()).isTrue();
      assertThat(sent).containsExactly("kept", "kept", "kept");
    }
  }

  @Test
  void retries_of_a_client_are_switched_off_if_it_retries_or_has_no_readable_settings() {
    assertThat(new TableClient.Blocking(client).withoutOwnRetries()).isNotNull();
    assertThat(new TableClient.Async(async).withoutOwnRetries()).isNotNull();
    ClientSettings silent =
        ClientSettings.of(
            () -> {
              throw new UnsupportedOperationException();
            });
    assertThat(silent.withoutOwnRetries()).isNotNull();
    assertThat(silent.place()).isEmpty();
    assertThat(new TableClient.Async(async).setup().place())
        .isEqualTo(" in us-east-1 at " + server.endpoint());
  }

  /** An adaptive strategy waits before its single attempt, in addition to the pace of the run. */
  @Test
  void only_a_client_with_a_single_attempt_and_no_wait_needs_no_override() {
    assertThat(needsOverride(AwsRetryStrategy.standardRetryStrategy(), 1)).isFalse();
    assertThat(needsOverride(AwsRetryStrategy.legacyRetryStrategy(), 1)).isFalse();
    assertThat(needsOverride(AwsRetryStrategy.adaptiveRetryStrategy(), 1)).isTrue();
    assertThat(needsOverride(AwsRetryStrategy.standardRetryStrategy(), 2)).isTrue();
    assertThat(needsOverride(AwsRetryStrategy.legacyRetryStrategy(), 4)).isTrue();
    assertThat(ClientSettings.of(() -> null).withoutOwnRetries()).isNotNull();
  }

  private boolean needsOverride(RetryStrategy strategy, int attempts) {
    RetryStrategy set = strategy.toBuilder().maxAttempts(attempts).build();
    try (DynamoDbClient made =
        Sdk.blocking(server.endpoint()).overrideConfiguration(o -> o.retryStrategy(set)).build()) {
      server.failNext("BatchWriteItem", 2, Fault.internalServerError());
      WriteReport report =
          DynamoDbBatch.of(made, Sdk.TABLE).policy(ServerContract.SOON).put(items(5));
      assertThat(report.usage().requests()).isEqualTo(3);
      return new TableClient.Blocking(made).withoutOwnRetries() != null;
    }
  }

  @Test
  @SuppressWarnings("deprecation")
  void old_retry_policy_of_a_client_is_switched_off_too() {
    try (DynamoDbClient old =
        Sdk.blocking(server.endpoint())
            .overrideConfiguration(o -> o.retryPolicy(retry -> retry.numRetries(5)))
            .build()) {
      server.failNext("BatchWriteItem", 2, Fault.internalServerError());

      WriteReport report =
          DynamoDbBatch.of(old, Sdk.TABLE).policy(ServerContract.SOON).put(items(5));

      assertThat(report.allDone()).isTrue();
      assertThat(report.usage().requests()).isEqualTo(3);
    }
  }
}
