package dev.reprise.cli;

import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The words after {@code reprise help} for the generators of completion: the names of all commands,
 * each below the one above it, without their options and arguments. The parser knows them only as a
 * list of words, so that a generator would propose the names of the first word again.
 */
final class HelpWords {

  private static final String HELP = "help";

  private HelpWords() {}

  /** Returns the commands with all of their options, and those of the help as its subcommands. */
  static CommandLine all() {
    CommandLine all = RepriseCommand.all();
    CommandSpec help =
        Objects.requireNonNull(all.getSubcommands().get(HELP), HELP).getCommandSpec();
    List.copyOf(help.positionalParameters()).forEach(help::remove);
    addNames(help, RepriseCommand.all());
    return all;
  }

  private static void addNames(CommandSpec to, CommandLine from) {
    from.getSubcommands()
        .forEach(
            (name, command) -> {
              // The script for bash looks for the words of a command in any order and number.
              if (!name.equals(HELP)) {
                CommandSpec copy = CommandSpec.create();
                copy.usageMessage()
                    .description(command.getCommandSpec().usageMessage().description());
                addNames(copy, command);
                to.addSubcommand(name, copy);
              }
            });
  }
}
