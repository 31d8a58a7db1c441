package dev.reprise.cli;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise completion}: a script with which a shell completes commands and options. */
@Command(
    name = "completion",
    description = "Print a script that lets a shell complete commands and options.",
    footer = {
      "",
      "Put one of these into ~/.bashrc or ~/.zshrc:",
      "  source <(reprise completion bash)",
      "  source <(reprise completion zsh)"
    })
final class CompletionCommand implements Callable<Integer> {

  @Parameters(paramLabel = "SHELL", description = "bash or zsh, which take the same script.")
  private String shell = "";

  private @Nullable CommandSpec spec;

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    if (!shell.equals("bash") && !shell.equals("zsh")) {
      throw new ParameterException(line, "SHELL must be bash or zsh, but was " + shell);
    }
    PrintWriter out = line.getOut();
    out.print(AutoComplete.bash("reprise", RepriseCommand.all()));
    out.flush();
    return 0;
  }
}
