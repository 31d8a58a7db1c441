package dev.reprise.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code reprise help}: as {@code --help} after the words of a command. */
@Command(
    name = "help",
    description = "Show the help of a command.",
    footer = {"", "Example:", "  reprise help dynamodb load"})
final class HelpCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The words of the command; none for all commands.")
  private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    List<String> arguments = new ArrayList<>(words);
    arguments.add("--help");
    return RepriseCommand.run(arguments.toArray(String[]::new));
  }
}
