package dev.reprise.cli.dynamodb;

import dev.reprise.cli.terminal.LibraryLog;
import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.defaultsmode.DefaultsMode;
import software.amazon.awssdk.awscore.endpoints.AccountIdEndpointMode;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Makes clients of the AWS SDK. */
final class Clients {

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]");

  /** As the SDK has it by itself. */
  private static final int FEWEST_CONNECTIONS = 50;

  static {
    LibraryLog.silence();
  }

  private Clients() {}

  /** True if the name of an endpoint means this machine. */
  static boolean isLoopback(URI endpoint) {
    String host = endpoint.getHost();
    return host != null && LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
  }

  /** As the next, without retries of its own: what asks it has a policy. */
  static DynamoDbClient local(URI endpoint, @Nullable String region, int requests) {
    return local(
        endpoint,
        region,
        requests,
        ClientOverrideConfiguration.builder().retryStrategy(AwsRetryStrategy.doNotRetry()));
  }

  /**
   * A client of a server on this machine, for so many requests at a time, with made-up credentials.
   * Nothing of the user's own set-up reaches it: no credentials, profile, environment variable or
   * proxy.
   */
  static DynamoDbClient local(
      URI endpoint,
      @Nullable String region,
      int requests,
      ClientOverrideConfiguration.Builder override) {
    ProxyConfiguration noProxy =
        ProxyConfiguration.builder()
            .useSystemPropertyValues(false)
            .useEnvironmentVariableValues(false)
            .build();
    ProfileFile noProfiles = ProfileFile.aggregator().build();
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(region == null ? Region.US_EAST_1 : Region.of(region))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")))
        .defaultsMode(DefaultsMode.LEGACY)
        .dualstackEnabled(false)
        .fipsEnabled(false)
        .accountIdEndpointMode(AccountIdEndpointMode.DISABLED)
        .overrideConfiguration(
            override
                .defaultProfileFileSupplier(() -> noProfiles)
                .defaultProfileName("default")
                .build())
        .httpClientBuilder(http(requests).proxyConfiguration(noProxy))
        .build();
  }

  /**
   * A client with what the SDK finds of the user's credentials, profiles and region.
   *
   * @throws IllegalArgumentException if it finds no region
   */
  static DynamoDbClient ofUser(@Nullable URI endpoint, @Nullable String region, int requests) {
    DynamoDbClientBuilder builder =
        DynamoDbClient.builder()
            .httpClientBuilder(http(requests))
            .overrideConfiguration(
                override -> override.retryStrategy(AwsRetryStrategy.doNotRetry()));
    if (endpoint != null) {
      builder.endpointOverride(endpoint);
    }
    if (region != null) {
      builder.region(Region.of(region));
    }
    try {
      return builder.build();
    } catch (SdkClientException noRegion) {
      throw new IllegalArgumentException(
          "no region: name one with --region, in AWS_REGION or in your AWS profile", noRegion);
    }
  }

  /** A connection for each request, or the requests beyond would wait for one and fail. */
  private static Apache5HttpClient.Builder http(int requests) {
    return Apache5HttpClient.builder().maxConnections(Math.max(requests, FEWEST_CONNECTIONS));
  }
}
