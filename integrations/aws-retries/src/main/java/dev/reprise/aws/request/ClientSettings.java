package dev.reprise.aws.request;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.AwsServiceClientConfiguration;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.retries.AdaptiveRetryStrategy;

/**
 * Settings of a client of the SDK. Immutable.
 *
 * @param withoutOwnRetries configuration of a request for which the client makes a single attempt;
 *     null if the client always does. An adaptive strategy waits before its single attempt, so it
 *     needs the configuration
 * @param place the region and, where it is set, the endpoint, such as {@code in eu-central-1};
 *     starts with a blank; empty if unknown
 */
public record ClientSettings(
    @Nullable AwsRequestOverrideConfiguration withoutOwnRetries, String place) {

  /**
   * Makes a single attempt. Only what is set here replaces a setting of the client. Created once,
   * because that costs more than an item.
   */
  private static final ClientOverrideConfiguration NO_RETRIES =
      ClientOverrideConfiguration.builder().retryStrategy(AwsRetryStrategy.doNotRetry()).build();

  /**
   * Configuration of a request for which any client makes a single attempt. Its plugin sets the
   * retry strategy of one request, for which the SDK copies the configuration of the client.
   */
  public static final AwsRequestOverrideConfiguration WITHOUT_OWN_RETRIES =
      AwsRequestOverrideConfiguration.builder()
          .addPlugin(config -> config.overrideConfiguration(NO_RETRIES))
          .build();

  /**
   * Reads the settings of a client. A client without readable settings is assumed to retry.
   *
   * @param configuration such as {@code client::serviceClientConfiguration}; may throw
   * @return the settings
   */
  public static ClientSettings of(Supplier<? extends AwsServiceClientConfiguration> configuration) {
    try {
      AwsServiceClientConfiguration configured = configuration.get();
      boolean single =
          configured
              .overrideConfiguration()
              .retryStrategy()
              .map(
                  strategy ->
                      strategy.maxAttempts() == 1 && !(strategy instanceof AdaptiveRetryStrategy))
              .orElse(false);
      return new ClientSettings(single ? null : WITHOUT_OWN_RETRIES, place(configured));
    } catch (RuntimeException unreadable) {
      return new ClientSettings(WITHOUT_OWN_RETRIES, "");
    }
  }

  private static String place(AwsServiceClientConfiguration configured) {
    String region = configured.region() == null ? "" : " in " + configured.region();
    return region + configured.endpointOverride().map(endpoint -> " at " + endpoint).orElse("");
  }
}
