package dev.reprise.cli.dynamodb;

import dev.reprise.cli.argument.Arguments;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that name the table and its service. */
final class TableOptions {

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      required = true,
      description = "Name or ARN of the table.")
  private String table = "";

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description =
          "Address of the service. Default: the address for the region. For an address on this "
              + "machine, dummy credentials are used, never yours.")
  private @Nullable String endpoint;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "AWS region. Default: the region in your AWS settings.")
  private @Nullable String region;

  /**
   * Checks the options.
   *
   * @throws ParameterException if the endpoint is not an HTTP or HTTPS address
   */
  TableAddress parse(CommandLine line) {
    URI url =
        endpoint == null ? null : Arguments.parse(line, "--endpoint", endpoint, TableOptions::url);
    return new TableAddress(table, url, region);
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
