package dev.reprise.cli.opensearch;

import dev.reprise.cli.argument.CommandGroup;
import picocli.CommandLine.Command;

/** {@code reprise opensearch}: the commands for OpenSearch and Elasticsearch. */
@Command(
    name = "opensearch",
    description = "Load files into an index of OpenSearch or Elasticsearch, losing no line.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {LoadCommand.class, ReplayCommand.class})
public final class OpenSearchCommand extends CommandGroup {

  /** Created by the command line. */
  public OpenSearchCommand() {}
}
