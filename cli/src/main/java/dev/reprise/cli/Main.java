package dev.reprise.cli;

import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.output.StandardOutput;

/** Entry point of the command line. */
public final class Main {

  private Main() {}

  /**
   * Runs a command and ends the process with its exit code. The version is printed without the
   * parser of arguments, which takes longer to load than a JVM takes to start.
   *
   * @param arguments the command and its arguments
   */
  public static void main(String[] arguments) {
    StandardOutput.install();
    try {
      if (isVersion(arguments)) {
        Version.print(); // without System.exit, which loads a logger on newer JDKs
      } else {
        System.exit(RepriseCommand.execute(arguments));
      }
    } catch (OutputLostException lost) {
      System.exit(ErrorHandler.outputLost(lost));
    }
  }

  /** True if the arguments request the version and nothing else. */
  static boolean isVersion(String... arguments) {
    return arguments.length == 1
        && switch (arguments[0]) {
          case "-V", "--version", "version" -> true;
          default -> false;
        };
  }
}
