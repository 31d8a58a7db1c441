package dev.reprise.cli.opensearch;

import dev.reprise.batch.Batch;
import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.load.SendOptions;
import dev.reprise.cli.load.SendSettings;
import dev.reprise.opensearch.BulkItem;
import dev.reprise.opensearch.HttpClientTransport;
import dev.reprise.opensearch.OpenSearchBulk;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that name the index and its server, and set the size of requests. */
final class IndexOptions {

  private static final String PASSWORD = "OPENSEARCH_PASSWORD";

  @Option(
      names = "--index",
      paramLabel = "INDEX",
      required = true,
      description = "Name of the index, alias or data stream.")
  private String index = "";

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      defaultValue = "http://localhost:9200",
      description = "Address of the server. Default: ${DEFAULT-VALUE}.")
  private String endpoint = "";

  @Option(
      names = "--user",
      paramLabel = "USER",
      description =
          "User for basic authentication. The password is read from the environment variable "
              + PASSWORD
              + ".")
  private @Nullable String user;

  @Option(
      names = "--max-bytes",
      paramLabel = "NUMBER",
      defaultValue = "5242880",
      description = "Maximum length of a request in bytes. Default: ${DEFAULT-VALUE}.")
  private long maxBytes;

  @Option(
      names = "--max-items",
      paramLabel = "NUMBER",
      defaultValue = "1000",
      description = "Maximum number of items in a request. Default: ${DEFAULT-VALUE}.")
  private int maxItems;

  @Mixin private SendOptions send = new SendOptions();

  /**
   * An index with its server.
   *
   * @param name name of the index
   * @param endpoint address of the server
   * @param bulk sends items to it
   * @param send retries, pace and parallelism
   */
  record Target(String name, String endpoint, OpenSearchBulk bulk, SendSettings send) {

    /** The index of this server, for which a journal is valid. */
    String place() {
      return name + " at " + endpoint;
    }

    Batch<BulkItem> batch() {
      return send.apply(bulk.batch(send.retry()));
    }
  }

  /**
   * Checks the options.
   *
   * @throws ParameterException if a value is invalid
   */
  Target parse(CommandLine line) {
    HttpClientTransport transport =
        Arguments.parse(
            line, "--endpoint", endpoint, url -> HttpClientTransport.of(URI.create(url)));
    OpenSearchBulk bulk =
        Arguments.parse(
            line,
            () ->
                OpenSearchBulk.of(authenticated(line, transport))
                    .toIndex(index)
                    .maxBytes(maxBytes)
                    .maxItems(maxItems));
    return new Target(
        index, endpoint, bulk, send.parse(line, "opensearch", OpenSearchBulk.defaultPolicy()));
  }

  private HttpClientTransport authenticated(CommandLine line, HttpClientTransport transport) {
    if (user == null) {
      return transport;
    }
    String password = System.getenv(PASSWORD);
    if (password == null) {
      throw new ParameterException(line, "--user needs the environment variable " + PASSWORD);
    }
    return transport.withBasicAuth(user, password);
  }
}
