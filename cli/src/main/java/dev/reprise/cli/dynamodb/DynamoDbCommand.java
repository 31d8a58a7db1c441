package dev.reprise.cli.dynamodb;

import dev.reprise.cli.argument.CommandGroup;
import picocli.CommandLine.Command;

/** {@code reprise dynamodb}: the commands for DynamoDB tables. */
@Command(
    name = "dynamodb",
    description = "Load files into DynamoDB tables and read them back, losing no item.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      LoadCommand.class,
      ReplayCommand.class,
      FetchCommand.class,
      ExportCommand.class,
      JournalCommand.class,
      GenerateCommand.class,
      ServeCommand.class
    })
public final class DynamoDbCommand extends CommandGroup {

  /** Created by the command line. */
  public DynamoDbCommand() {}
}
