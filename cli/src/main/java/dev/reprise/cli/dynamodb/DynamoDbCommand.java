package dev.reprise.cli.dynamodb;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code reprise dynamodb}: what its commands have in common is their name. */
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
public final class DynamoDbCommand implements Callable<Integer> {

  private @Nullable CommandSpec spec;

  /** Made by the command line. */
  public DynamoDbCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    line.usage(line.getErr());
    return ExitCode.USAGE;
  }
}
