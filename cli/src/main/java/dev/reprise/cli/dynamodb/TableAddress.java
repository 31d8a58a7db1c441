package dev.reprise.cli.dynamodb;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.aws.SdkClients;
import dev.reprise.cli.dynamodb.client.DynamoDbClients;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A table and the service that has it.
 *
 * @param table name or ARN
 * @param endpoint the service; null for that of the region
 * @param region null for the region in the AWS settings of the user
 */
record TableAddress(String table, @Nullable URI endpoint, @Nullable String region) {

  /**
   * A client of the service. An endpoint on this machine gets dummy credentials.
   *
   * @param requests greatest number of parallel requests
   * @throws ParameterException if no region is known
   */
  DynamoDbClient client(CommandLine line, int requests) {
    URI url = endpoint;
    return url != null && SdkClients.isLoopback(url)
        ? DynamoDbClients.local(url, region, requests)
        : Arguments.parse(line, () -> DynamoDbClients.ofUser(url, region, requests));
  }
}
