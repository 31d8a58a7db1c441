package dev.reprise.spark.internal.table;

import dev.reprise.text.PrintableText;
import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.defaultsmode.DefaultsMode;
import software.amazon.awssdk.awscore.endpoints.AccountIdEndpointMode;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * The location of a table. It is sent to the tasks and contains no credentials; each task finds
 * them where it runs.
 *
 * @param name name or ARN
 * @param region the region; null for the default of the SDK
 * @param endpoint the endpoint; null for the endpoint of the service
 */
public record TableLocation(String name, @Nullable String region, @Nullable String endpoint)
    implements Serializable {

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[(::1|0:0:0:0:0:0:0:1)]");

  /**
   * Creates a client, which the caller closes.
   *
   * @throws IllegalArgumentException if the endpoint is not an http or https address, or no region
   *     is found
   */
  public DynamoDbClient client(int connections) {
    URI uri = endpoint == null ? null : uriOf(endpoint);
    if (uri != null && isLoopback(uri)) {
      return local(uri, connections);
    }
    DynamoDbClientBuilder builder =
        DynamoDbClient.builder()
            .httpClientBuilder(Apache5HttpClient.builder().maxConnections(connections));
    if (uri != null) {
      builder.endpointOverride(uri);
    }
    if (region != null) {
      builder.region(Region.of(region));
    }
    try {
      return builder.build();
    } catch (SdkClientException noRegion) {
      throw new IllegalArgumentException(
          "no region found: set the option region, the variable AWS_REGION or an AWS profile",
          noRegion);
    }
  }

  private static URI uriOf(String endpoint) {
    try {
      URI uri = new URI(endpoint);
      if (isHttp(uri.getScheme()) && uri.getHost() != null) {
        return uri;
      }
      throw notAnAddress(endpoint, null);
    } catch (URISyntaxException malformed) {
      throw notAnAddress(endpoint, malformed);
    }
  }

  private static boolean isHttp(@Nullable String scheme) {
    return "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
  }

  private static IllegalArgumentException notAnAddress(
      String endpoint, @Nullable URISyntaxException cause) {
    return new IllegalArgumentException(
        "endpoint must be an http or https address, but was " + PrintableText.oneLine(endpoint),
        cause);
  }

  /** Returns whether an endpoint is on this machine, by its host name only. */
  static boolean isLoopback(URI endpoint) {
    String host = endpoint.getHost();
    return host != null && LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
  }

  /** Creates a client with fixed credentials and without settings of the user. */
  private DynamoDbClient local(URI uri, int connections) {
    ProxyConfiguration noProxy =
        ProxyConfiguration.builder()
            .useSystemPropertyValues(false)
            .useEnvironmentVariableValues(false)
            .build();
    ProfileFile noProfiles = ProfileFile.aggregator().build();
    return DynamoDbClient.builder()
        .endpointOverride(uri)
        .region(region == null ? Region.US_EAST_1 : Region.of(region))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")))
        .defaultsMode(DefaultsMode.LEGACY)
        .dualstackEnabled(false)
        .fipsEnabled(false)
        .accountIdEndpointMode(AccountIdEndpointMode.DISABLED)
        .overrideConfiguration(
            override ->
                override
                    .defaultProfileFileSupplier(() -> noProfiles)
                    .defaultProfileName("default")
                    .retryStrategy(RetryMode.LEGACY))
        .httpClientBuilder(
            Apache5HttpClient.builder().maxConnections(connections).proxyConfiguration(noProxy))
        .build();
  }
}
