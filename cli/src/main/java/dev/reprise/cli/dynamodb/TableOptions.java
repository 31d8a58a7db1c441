package dev.reprise.cli.dynamodb;

import dev.reprise.cli.aws.ServiceOptions;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
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

  @Mixin private ServiceOptions service = new ServiceOptions();

  /**
   * Checks the options.
   *
   * @throws ParameterException if the endpoint is not an HTTP or HTTPS address
   */
  TableAddress parse(CommandLine line) {
    ServiceOptions.Address address = service.parse(line);
    return new TableAddress(table, address.endpoint(), address.region());
  }
}
