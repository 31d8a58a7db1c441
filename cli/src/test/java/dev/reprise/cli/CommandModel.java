package dev.reprise.cli;

import dev.reprise.simulator.experiment.Scenarios;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ScopeType;

/** The commands and arguments that the parser knows, so that tests include new ones. */
final class CommandModel {

  /** Represents all scenarios of {@code simulate}, which differ only in their parameters. */
  static final String SCENARIO = "aws-contention";

  private CommandModel() {}

  /**
   * An argument of a command.
   *
   * @param command the words of the command
   * @param name the longest name of an option, or the label of a positional argument
   */
  record Argument(String command, String name, ArgSpec spec) {

    boolean isNumber() {
      Class<?> type = spec.type();
      return type == int.class
          || type == long.class
          || type == double.class
          || type == Integer.class
          || type == Long.class
          || type == Double.class;
    }

    boolean isFile() {
      return spec.paramLabel().matches("FILE|DIR");
    }

    boolean isFlag() {
      return spec.type() == boolean.class;
    }

    @Override
    public String toString() {
      return (command + " " + name).strip();
    }
  }

  /** All commands by their words; empty for the command line itself. */
  static Map<String, CommandSpec> commands() {
    Map<String, CommandSpec> commands = new LinkedHashMap<>();
    add(commands, "", RepriseCommand.all());
    return commands;
  }

  private static void add(Map<String, CommandSpec> commands, String words, CommandLine line) {
    commands.put(words, line.getCommandSpec());
    line.getSubcommands()
        .forEach(
            (name, below) -> {
              if (!Scenarios.all().containsKey(name) || name.equals(SCENARIO)) {
                add(commands, (words + " " + name).strip(), below);
              }
            });
  }

  /** All arguments, except those that every command has. */
  static List<Argument> arguments() {
    List<Argument> arguments = new ArrayList<>();
    commands()
        .forEach(
            (words, spec) -> {
              for (OptionSpec option : spec.options()) {
                if (option.scopeType() != ScopeType.INHERIT) {
                  arguments.add(new Argument(words, option.longestName(), option));
                }
              }
              for (PositionalParamSpec positional : spec.positionalParameters()) {
                arguments.add(new Argument(words, positional.paramLabel(), positional));
              }
            });
    return arguments;
  }
}
