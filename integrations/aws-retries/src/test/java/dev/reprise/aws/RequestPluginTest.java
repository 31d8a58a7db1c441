package dev.reprise.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** The attempt timeout of a request with a plugin of its own. */
class RequestPluginTest {

  private static final Duration SHORT = Duration.ofSeconds(20);
  private static final Duration LONG = Duration.ofSeconds(50);

  private final Table table = new Table();

  @AfterEach
  void stop() {
    table.close();
  }

  private static RetryPlugin plugin(@Nullable Duration attemptTimeout) {
    RetryPolicyBuilder policy = RetryPolicy.builder();
    if (attemptTimeout != null) {
      policy.attemptTimeout(attemptTimeout);
    }
    return RetryPlugin.of(Retry.of(policy.build()));
  }

  private static @Nullable Duration timeoutOfRequest(
      DynamoDbClientBuilder builder, RetryPlugin ofRequest) {
    AtomicReference<@Nullable Duration> seen = new AtomicReference<>();
    AwsRequestOverrideConfiguration once =
        AwsRequestOverrideConfiguration.builder()
            .addPlugin(ofRequest)
            .addPlugin(
                config ->
                    config.overrideConfiguration(
                        override -> seen.set(override.apiCallAttemptTimeout())))
            .build();
    try (DynamoDbClient client = builder.build()) {
      client.getItem(Table.request().toBuilder().overrideConfiguration(once).build());
    }
    return seen.get();
  }

  @Test
  void the_attempt_timeout_of_the_request_replaces_that_of_the_plugin_of_the_client() {
    assertThat(timeoutOfRequest(table.blocking().addPlugin(plugin(SHORT)), plugin(LONG)))
        .isEqualTo(LONG);
    assertThat(timeoutOfRequest(table.blocking().addPlugin(plugin(SHORT)), plugin(null))).isNull();
    assertThat(timeoutOfRequest(table.blocking().addPlugin(plugin(null)), plugin(SHORT)))
        .isEqualTo(SHORT);
  }

  @Test
  void an_attempt_timeout_that_the_user_has_set_for_the_client_stays() {
    DynamoDbClientBuilder builder =
        table
            .blocking()
            .overrideConfiguration(config -> config.apiCallAttemptTimeout(SHORT))
            .addPlugin(plugin(SHORT));

    assertThat(timeoutOfRequest(builder, plugin(LONG))).isEqualTo(SHORT);
  }

  /** The SDK sets a timer in whole milliseconds, and none for less than one. */
  @ParameterizedTest
  @CsvSource({"1, 1", "999999, 1", "1000000, 1", "1000001, 2"})
  void an_attempt_timeout_is_rounded_up_to_what_the_sdk_can_measure(long nanos, long millis) {
    DynamoDbClientBuilder builder = table.blocking().addPlugin(plugin(Duration.ofNanos(nanos)));
    try (DynamoDbClient client = builder.build()) {
      assertThat(
              client.serviceClientConfiguration().overrideConfiguration().apiCallAttemptTimeout())
          .hasValue(Duration.ofMillis(millis));
    }
  }
}
