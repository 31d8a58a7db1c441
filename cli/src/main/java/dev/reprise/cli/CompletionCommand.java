package dev.reprise.cli;

import dev.reprise.cli.argument.FixedValues;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.reference.FishScript;
import dev.reprise.cli.reference.ZshScript;
import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code reprise completion}: prints a script for completion in a shell. */
@Command(
    name = "completion",
    description = "Print a script for completion of commands and options in a shell.",
    footer = {
      "",
      "Add the line for your shell to ~/.bashrc, to ~/.zshrc after compinit, or to "
          + "~/.config/fish/config.fish:",
      "  source <(reprise completion bash)",
      "  source <(reprise completion zsh)",
      "  reprise completion fish | source"
    })
final class CompletionCommand extends Subcommand {

  /** The shells. */
  static final class Shells extends FixedValues {

    Shells() {
      super("bash", "zsh", "fish");
    }
  }

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "bash, zsh or fish.")
  private String shell = "";

  @Override
  public Integer call() {
    CommandLine line = line();
    String script = script(line, HelpWords.all());
    PrintWriter out = line.getOut();
    out.print(script);
    out.flush();
    return 0;
  }

  private String script(CommandLine line, CommandLine all) {
    return switch (shell) {
      case "bash" -> AutoComplete.bash("reprise", all);
      case "zsh" -> ZshScript.of(all);
      case "fish" -> FishScript.of(all);
      default ->
          throw new ParameterException(line, "SHELL must be bash, zsh or fish, but was " + shell);
    };
  }
}
