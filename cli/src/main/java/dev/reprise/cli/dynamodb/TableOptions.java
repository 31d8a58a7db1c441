package dev.reprise.cli.dynamodb;

import dev.reprise.cli.PolicyArgument;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.scan.TableScan;
import dev.reprise.dynamodb.table.TableDetails;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Which table, and where. */
final class TableOptions {

  @Option(names = "--table", paramLabel = "TABLE", required = true, description = "The table.")
  private String table = "";

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description =
          "Where the service is. By default that of the region. One on this machine is called with "
              + "made-up credentials, never with yours.")
  private @Nullable String endpoint;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "The region. By default the one that your AWS settings name.")
  private @Nullable String region;

  String table() {
    return table;
  }

  /** Reads the options that may hold mistakes. */
  Place parse(CommandLine line) {
    return new Place(
        endpoint == null
            ? null
            : PolicyArgument.parse(line, "--endpoint", endpoint, TableOptions::url));
  }

  /** Mistakes are behind us. */
  record Place(@Nullable URI endpoint) {}

  /** A client of the service, for so many requests at a time. */
  DynamoDbClient client(CommandLine line, Place place, int requests) {
    URI url = place.endpoint();
    return url != null && Clients.isLoopback(url)
        ? Clients.local(url, region, requests)
        : PolicyArgument.parse(line, () -> Clients.ofUser(url, region, requests));
  }

  /**
   * Looks the table up first: for a mistake in its name, no line need be read.
   *
   * @throws ParameterException if a share is wanted of a capacity that it does not have
   */
  DynamoDbBatch batch(CommandLine line, DynamoDbClient client, SendOptions.Sending sending) {
    TableDetails facts = Tables.describe(client, sending.asking(), table);
    checkShare(line, facts, sending);
    return sending.apply(DynamoDbBatch.of(client, table).keySchema(facts.keySchema()));
  }

  /**
   * A scan of the table, which is looked up first.
   *
   * @throws ParameterException as {@link #batch}
   */
  TableScan scan(CommandLine line, DynamoDbClient client, SendOptions.Sending sending) {
    checkShare(line, Tables.describe(client, sending.asking(), table), sending);
    return sending.apply(TableScan.of(client, table));
  }

  private void checkShare(CommandLine line, TableDetails facts, SendOptions.Sending sending) {
    if (sending.share() != null && facts.writeUnits().isEmpty()) {
      throw new ParameterException(
          line,
          "--capacity-share is of provisioned capacity, but table "
              + table
              + " is paid by request and has no limit: give a --pace");
    }
  }

  private static URI url(String text) {
    URI url = URI.create(text);
    boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    if (!http || url.getHost() == null) {
      throw new IllegalArgumentException("must be an http or https address, but was " + text);
    }
    return url;
  }
}
