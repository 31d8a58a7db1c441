package dev.reprise.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code reprise version}: as {@code --version}. */
@Command(name = "version", description = "Show the version.")
final class VersionCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    Version.print();
    return 0;
  }
}
