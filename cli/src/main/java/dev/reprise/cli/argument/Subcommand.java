package dev.reprise.cli.argument;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command, with access to its parsed line. Its result is the exit code. */
public abstract class Subcommand implements Callable<Integer> {

  private @Nullable CommandSpec spec;

  /** Created by the parser of arguments. */
  protected Subcommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  /**
   * Called in place of the help with words that this command does not know, options excluded. A
   * command without commands below it ignores them.
   *
   * @param words at least one word
   * @throws ParameterException if one of them should name a command below this one
   */
  public void refuse(List<String> words) {}

  /**
   * The parsed line, with the output and the error output of this command.
   *
   * @return the line of this command
   * @throws NullPointerException if the arguments have not been parsed
   */
  protected final CommandLine line() {
    return Objects.requireNonNull(spec, "spec").commandLine();
  }
}
