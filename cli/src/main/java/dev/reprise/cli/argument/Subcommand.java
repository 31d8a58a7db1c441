package dev.reprise.cli.argument;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
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
   * The parsed line, with the output and the error output of this command.
   *
   * @return the line of this command
   * @throws NullPointerException if the arguments have not been parsed
   */
  protected final CommandLine line() {
    return Objects.requireNonNull(spec, "spec").commandLine();
  }
}
