package dev.reprise.cli.reference;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A script for the completion of commands and options in fish. */
public final class FishScript {

  private static final String HEAD =
      """
      # Completion of commands and options in fish.

      # Prints the words of the command that the line names so far.
      function __reprise_command
          set -l command reprise
          set -l tokens (commandline -opc)
          set -e tokens[1]
          for token in $tokens
              switch "$command $token"
                  case \\
      %s
                      set command "$command $token"
              end
          end
          echo $command
      end

      function __reprise_is
          test (__reprise_command) = $argv[1]
      end

      complete -c reprise -f
      """;

  private final StringBuilder script = new StringBuilder();

  private FishScript() {}

  /**
   * Generates the script.
   *
   * @param line the program with all commands
   * @return the script
   */
  public static String of(CommandLine line) {
    List<CommandEntry> all = CommandEntry.all(line);
    FishScript fish = new FishScript();
    fish.head(all);
    all.get(0).commonOptions().forEach(option -> fish.option("", option));
    all.forEach(fish::command);
    return fish.script.toString();
  }

  private void head(List<CommandEntry> all) {
    String paths =
        all.stream()
            .skip(1)
            .map(entry -> "            " + quoted(entry.path()))
            .collect(Collectors.joining(" \\\n"));
    script.append(HEAD.formatted(paths));
  }

  private void command(CommandEntry entry) {
    String when = " -n " + quoted("__reprise_is " + quoted(entry.path()));
    script.append("\n# ").append(entry.path()).append('\n');
    for (CommandEntry below : entry.below()) {
      add(when, " -a " + quoted(below.name()), below.summary());
    }
    if (entry.acceptsFile()) {
      add(when, " -F", "");
    }
    entry.ownOptions().forEach(option -> option(when, option));
    for (PositionalParamSpec parameter : entry.spec().positionalParameters()) {
      String values = values(parameter);
      if (!values.isEmpty()) {
        add(when, values, "");
      }
    }
  }

  private void option(String when, OptionSpec option) {
    StringBuilder words = new StringBuilder();
    for (String name : option.names()) {
      String bare = name.replaceFirst("^--?", "");
      words.append(name.startsWith("--") ? " -l " : " -s ").append(bare);
    }
    if (option.arity().max() > 0) {
      words.append(ValueKind.of(option) == ValueKind.FILE ? " -r" : " -x").append(values(option));
    }
    add(when, words.toString(), CommandEntry.summary(option));
  }

  private static String values(ArgSpec argument) {
    return switch (ValueKind.of(argument)) {
      case CANDIDATES -> " -a " + quoted(ValueKind.candidates(argument));
      case FILE -> " -F";
      case DIRECTORY -> " -a '(__fish_complete_directories)'";
      case PROGRAM -> " -a '(__fish_complete_command)'";
      case OTHER -> "";
    };
  }

  private void add(String when, String words, String description) {
    script.append("complete -c reprise").append(when).append(words);
    if (!description.isEmpty()) {
      script.append(" -d ").append(quoted(description));
    }
    script.append('\n');
  }

  /** In single quotes, fish interprets only the quote and the backslash. */
  static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
