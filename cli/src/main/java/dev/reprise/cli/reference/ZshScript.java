package dev.reprise.cli.reference;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A script for the completion of commands and options in zsh. */
public final class ZshScript {

  private static final String HEAD =
      """
      #compdef reprise
      # Completion of commands and options in zsh.

      _reprise() {
        local command=reprise curcontext="$curcontext" state line word
        local -i last=1 index=1
        local -a commands
        local -A opt_args
        for word in "${(@)words[2,CURRENT-1]}"; do
          (( index++ ))
          case "$command $word" in
            (%s)
              command="$command $word"
              last=index
              ;;
          esac
        done
        words=(reprise "${(@)words[last+1,-1]}")
        (( CURRENT -= last - 1 ))
        case "$command" in
      """;

  /** The first part is for a file in {@code fpath}, which is loaded by the first completion. */
  private static final String TAIL =
      """
        esac
      }

      if [ "$funcstack[1]" = _reprise ]; then
        _reprise "$@"
      else
        compdef _reprise reprise
      fi
      """;

  private final StringBuilder script = new StringBuilder();

  private ZshScript() {}

  /**
   * Generates the script.
   *
   * @param line the program with all commands
   * @return the script
   */
  public static String of(CommandLine line) {
    List<CommandEntry> all = CommandEntry.all(line);
    ZshScript zsh = new ZshScript();
    zsh.script.append(
        HEAD.formatted(
            all.stream()
                .skip(1)
                .map(entry -> quoted(entry.path()))
                .collect(Collectors.joining("|"))));
    all.forEach(zsh::command);
    zsh.script.append(TAIL);
    return zsh.script.toString();
  }

  private void command(CommandEntry entry) {
    List<CommandEntry> below = entry.below();
    line("    (" + quoted(entry.path()) + ")");
    if (!below.isEmpty()) {
      line("      commands=(");
      below.forEach(
          each ->
              line(
                  "        "
                      + quoted(escaped(each.name()) + ":" + each.summary().replace("\\", "\\\\"))));
      line("      )");
    }
    script.append("      _arguments -C -S -s :");
    entry.ownOptions().forEach(this::option);
    entry.commonOptions().forEach(this::option);
    if (!below.isEmpty()) {
      word(":command:->command");
    }
    entry.spec().positionalParameters().forEach(this::parameter);
    line("");
    if (!below.isEmpty()) {
      line("      if [[ $state = command ]]; then");
      line("        _describe command commands");
      if (entry.acceptsFile()) {
        line("        _files");
      }
      line("      fi");
    }
    line("      ;;");
  }

  private void option(OptionSpec option) {
    String others = option.isMultiValue() ? "*" : "(" + String.join(" ", option.names()) + ")";
    for (String name : option.names()) {
      String separator = name.startsWith("--") ? "=" : "+";
      String value =
          option.arity().max() == 0
              ? ""
              : ":" + escaped(option.paramLabel()) + ":" + action(option);
      word(
          others
              + name
              + (value.isEmpty() ? "" : separator)
              + "["
              + escaped(CommandEntry.summary(option))
              + "]"
              + value);
    }
  }

  private void parameter(PositionalParamSpec parameter) {
    String label = escaped(parameter.paramLabel());
    if (ValueKind.of(parameter) == ValueKind.PROGRAM) {
      word("(-):" + label + ":_command_names -e");
      word("*::" + label + ":_normal");
    } else {
      word((parameter.isMultiValue() ? "*:" : ":") + label + ":" + action(parameter));
    }
  }

  private static String action(ArgSpec argument) {
    return switch (ValueKind.of(argument)) {
      case CANDIDATES -> "(" + ValueKind.candidates(argument) + ")";
      case FILE -> "_files";
      case DIRECTORY -> "_files -/";
      case PROGRAM -> "_command_names -e";
      case OTHER -> " ";
    };
  }

  private void word(String text) {
    script.append(" \\\n        ").append(quoted(text));
  }

  private void line(String text) {
    script.append(text).append('\n');
  }

  /** In a specification, these characters separate its parts. */
  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace(":", "\\:").replace("[", "\\[").replace("]", "\\]");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
