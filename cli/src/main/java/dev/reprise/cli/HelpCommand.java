package dev.reprise.cli;

import dev.reprise.simulator.file.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code reprise help}: the usage of a command, which is looked up and never given the words, since
 * {@code run} would take them for a command of its own.
 */
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

  private @Nullable CommandSpec spec;

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() {
    CommandLine help = Objects.requireNonNull(spec, "spec").commandLine();
    CommandLine found = RepriseCommand.all(words.toArray(String[]::new));
    for (int i = 0; i < words.size(); i++) {
      CommandLine below = found.getSubcommands().get(words.get(i));
      if (below == null) {
        throw new ParameterException(help, mistake(found, words.subList(0, i), words.get(i)));
      }
      found = below;
    }
    found.usage(help.getOut());
    return 0;
  }

  private static String mistake(CommandLine above, List<String> path, String word) {
    Set<String> known = commandsBelow(path);
    return known.isEmpty()
        ? above.getCommandSpec().qualifiedName() + " has no commands, so none is " + word
        : Names.unknown("command", word, known);
  }

  /** All of them: what is made to show the help of one command has that one alone. */
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
