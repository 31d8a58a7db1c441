package dev.reprise.cli;

import dev.reprise.cli.argument.Subcommand;
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
      "Add one of these lines to ~/.bashrc or ~/.zshrc:",
      "  source <(reprise completion bash)",
      "  source <(reprise completion zsh)"
    })
final class CompletionCommand extends Subcommand {

  @Parameters(paramLabel = "SHELL", description = "bash or zsh; the script is the same.")
  private String shell = "";

  @Override
  public Integer call() {
    CommandLine line = line();
    if (!shell.equals("bash") && !shell.equals("zsh")) {
      throw new ParameterException(line, "SHELL must be bash or zsh, but was " + shell);
    }
    PrintWriter out = line.getOut();
    out.print(AutoComplete.bash("reprise", RepriseCommand.all()));
    out.flush();
    return 0;
  }
}
