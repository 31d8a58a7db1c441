package dev.reprise.cli.argument;

import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** A command that consists of other commands. Without one of them it is a usage error. */
public abstract class CommandGroup extends Subcommand {

  /** Created by the parser of arguments. */
  protected CommandGroup() {}

  @Override
  public Integer call() {
    CommandLine line = line();
    line.usage(line.getErr());
    return ExitCode.USAGE;
  }
}
