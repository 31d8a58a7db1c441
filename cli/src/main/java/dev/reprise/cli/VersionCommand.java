package dev.reprise.cli;

import dev.reprise.cli.argument.Subcommand;
import picocli.CommandLine.Command;

/** {@code reprise version}: the same as {@code --version}. */
@Command(name = "version", description = "Show the versions of reprise and Java, with the commit.")
final class VersionCommand extends Subcommand {

  @Override
  public Integer call() {
    Version.print();
    return 0;
  }
}
