package dev.reprise.cli.aws;

import dev.reprise.cli.terminal.LibraryLog;
import java.net.URI;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.defaultsmode.DefaultsMode;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;

/** Prepares clients of the AWS SDK. */
public final class SdkClients {

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]");

  /** The default of the SDK. */
  private static final int MIN_CONNECTIONS = 50;

  static {
    LibraryLog.silence();
  }

  private SdkClients() {}

  /**
   * Checks the host of an endpoint.
   *
   * @param endpoint the address of a service
   * @return true if the host is a loopback address or {@code localhost}
   */
  public static boolean isLoopback(URI endpoint) {
    String host = endpoint.getHost();
    return host != null && LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
  }

  /** The retries of a client whose callers have a policy: none. */
  public static ClientOverrideConfiguration.Builder withoutRetries() {
    return ClientOverrideConfiguration.builder().retryStrategy(AwsRetryStrategy.doNotRetry());
  }

  /**
   * Prepares a client of a server on this machine, with dummy credentials. It ignores all settings
   * of the user: credentials, profiles, environment variables and proxies.
   *
   * @param endpoint the address of the server
   * @param region null for any
   * @param requests greatest number of parallel requests
   * @param override retries and interceptors of the client
   * @return {@code builder}
   */
  public static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> B local(
      B builder,
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
    return builder
        .endpointOverride(endpoint)
        .region(region == null ? Region.US_EAST_1 : Region.of(region))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")))
        .defaultsMode(DefaultsMode.LEGACY)
        .dualstackEnabled(false)
        .fipsEnabled(false)
        .overrideConfiguration(
            override
                .defaultProfileFileSupplier(() -> noProfiles)
                .defaultProfileName("default")
                .build())
        .httpClientBuilder(http(requests).proxyConfiguration(noProxy));
  }

  /**
   * Creates a client with the credentials, profile and region that the SDK finds in the settings of
   * the user. It does not retry.
   *
   * @param endpoint the address of the service; null for that of the region
   * @param region null for the region in the settings of the user
   * @param requests greatest number of parallel requests
   * @throws IllegalArgumentException if no region is found
   */
  public static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C ofUser(
      B builder, @Nullable URI endpoint, @Nullable String region, int requests) {
    builder.httpClientBuilder(http(requests)).overrideConfiguration(withoutRetries().build());
    if (endpoint != null) {
      builder.endpointOverride(endpoint);
    }
    if (region != null) {
      builder.region(Region.of(region));
    }
    return withRegion(builder::build);
  }

  private static <C> C withRegion(Supplier<C> client) {
    try {
      return client.get();
    } catch (SdkClientException noRegion) {
      throw new IllegalArgumentException(
          "no region: set it with --region, AWS_REGION or your AWS profile", noRegion);
    }
  }

  /** With fewer connections than requests, requests would time out waiting for a connection. */
  private static Apache5HttpClient.Builder http(int requests) {
    return Apache5HttpClient.builder().maxConnections(Math.max(requests, MIN_CONNECTIONS));
  }
}
