package dev.reprise.cli;

import dev.reprise.cli.argument.CommandGroup;
import dev.reprise.cli.argument.FixedValues;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.terminal.StandardStream;
import dev.reprise.simulator.file.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * {@code reprise help}: the usage of a command. The words only select the command and are not
 * parsed by it, since {@code run} would treat them as the command to run.
 */
@Command(
    name = "help",
    description = "Show the help of a command.",
    footer = {"", "Example:", "  reprise help dynamodb load"})
final class HelpCommand extends Subcommand {

  /** The commands. */
  static final class Commands extends FixedValues {

    Commands() {
      super(RepriseCommand.names());
    }
  }

  @Parameters(
      paramLabel = "COMMAND",
      completionCandidates = Commands.class,
      arity = "0..*",
      description = "Name of the command; without it, all commands are listed.")
  private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    CommandLine help = line();
    CommandLine found = RepriseCommand.all(words.toArray(String[]::new));
    for (int i = 0; i < words.size(); i++) {
      CommandLine below = found.getSubcommands().get(words.get(i));
      if (below == null) {
        throw new ParameterException(help, mistake(found, words.subList(0, i), words.get(i)));
      }
      found = below;
    }
    found.usage(help.getOut(), CommandGroup.colors(StandardStream.OUTPUT));
    return 0;
  }

  private static String mistake(CommandLine above, List<String> path, String word) {
    Set<String> known = commandsBelow(path);
    return known.isEmpty()
        ? above.getCommandSpec().qualifiedName() + " has no subcommand " + word
        : Names.unknown("command", word, known);
  }

  /** All commands at a path. A line that was created for one command has only that one. */
  private static Set<String> commandsBelow(List<String> path) {
    CommandLine line = RepriseCommand.all();
    for (String word : path) {
      CommandLine below = line.getSubcommands().get(word);
      if (below == null) {
        return Set.of(); // a file with a scenario
      }
      line = below;
    }
    return line.getSubcommands().keySet();
  }
}
