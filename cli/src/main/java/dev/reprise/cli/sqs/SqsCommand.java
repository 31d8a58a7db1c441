package dev.reprise.cli.sqs;

import dev.reprise.cli.argument.CommandGroup;
import picocli.CommandLine.Command;

/** {@code reprise sqs}: the commands for queues of SQS. */
@Command(
    name = "sqs",
    description = "Send the lines of files to a queue of SQS, losing no line.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {LoadCommand.class, ReplayCommand.class})
public final class SqsCommand extends CommandGroup {

  /** Created by the command line. */
  public SqsCommand() {}
}
