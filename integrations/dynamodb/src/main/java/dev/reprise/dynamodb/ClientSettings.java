package dev.reprise.dynamodb;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.retries.AdaptiveRetryStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/**
 * How a client of the SDK is set up.
 *
 * @param withoutOwnRetries what a request needs for its client to make a single attempt; null if it
 *     does so by itself. One that is adaptive waits before its single attempt, and counts as none
 * @param place the region and, where it is set, the endpoint; empty if unknown
 */
record ClientSettings(@Nullable AwsRequestOverrideConfiguration withoutOwnRetries, String place) {

  /** Makes a single attempt. Made once: making one costs more than an item does. */
  private static final RetryStrategy NO_RETRIES = AwsRetryStrategy.doNotRetry();

  /** A plugin sets the retry strategy of one request. It copies the client's configuration. */
  private static final AwsRequestOverrideConfiguration WITHOUT_OWN_RETRIES =
      AwsRequestOverrideConfiguration.builder()
          .addPlugin(
              config ->
                  config.overrideConfiguration(override -> override.retryStrategy(NO_RETRIES)))
          .build();

  /** Reads what the client tells; one that tells nothing is taken to retry. */
  static ClientSettings of(Supplier<DynamoDbServiceClientConfiguration> configuration) {
    try {
      DynamoDbServiceClientConfiguration told = configuration.get();
      boolean single =
          told.overrideConfiguration()
              .retryStrategy()
              .map(
                  strategy ->
                      strategy.maxAttempts() == 1 && !(strategy instanceof AdaptiveRetryStrategy))
              .orElse(false);
      return new ClientSettings(single ? null : WITHOUT_OWN_RETRIES, place(told));
    } catch (RuntimeException tellsNothing) {
      return new ClientSettings(WITHOUT_OWN_RETRIES, "");
    }
  }

  private static String place(DynamoDbServiceClientConfiguration told) {
    String region = told.region() == null ? "" : " in " + told.region();
    return region + told.endpointOverride().map(endpoint -> " at " + endpoint).orElse("");
  }
}
