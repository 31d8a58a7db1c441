package dev.reprise.cli.dynamodb.client;

import dev.reprise.cli.aws.SdkClients;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.endpoints.AccountIdEndpointMode;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Creates clients of the AWS SDK. */
public final class DynamoDbClients {

  private DynamoDbClients() {}

  /**
   * A client of a server on this machine, which does not retry: its callers have a policy.
   *
   * @param endpoint the address of the server
   * @param region null for any
   * @param requests greatest number of parallel requests
   * @return the client, which uses dummy credentials and none of the settings of the user
   */
  public static DynamoDbClient local(URI endpoint, @Nullable String region, int requests) {
    return local(endpoint, region, requests, SdkClients.withoutRetries());
  }

  /**
   * A client of a server on this machine, as {@link SdkClients#local}.
   *
   * @param endpoint the address of the server
   * @param region null for any
   * @param requests greatest number of parallel requests
   * @param override retries and interceptors of the client
   * @return the client
   */
  public static DynamoDbClient local(
      URI endpoint,
      @Nullable String region,
      int requests,
      ClientOverrideConfiguration.Builder override) {
    return SdkClients.local(DynamoDbClient.builder(), endpoint, region, requests, override)
        .accountIdEndpointMode(AccountIdEndpointMode.DISABLED)
        .build();
  }

  /**
   * A client with the credentials, profile and region that the SDK finds in the settings of the
   * user.
   *
   * @param endpoint the address of the service; null for that of the region
   * @param region null for the region in the settings of the user
   * @param requests greatest number of parallel requests
   * @return the client, which does not retry
   * @throws IllegalArgumentException if no region is found
   */
  public static DynamoDbClient ofUser(
      @Nullable URI endpoint, @Nullable String region, int requests) {
    return SdkClients.ofUser(DynamoDbClient.builder(), endpoint, region, requests);
  }
}
