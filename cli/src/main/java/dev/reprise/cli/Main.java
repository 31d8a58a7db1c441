package dev.reprise.cli;

import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.output.StandardOutput;
import java.util.Locale;

/** Entry point of the command line. */
public final class Main {

  private Main() {}

  /**
   * Runs a command and ends the process with its exit code. The version is printed without the
   * parser of arguments, which takes longer to load than a JVM takes to start.
   *
   * <p>All text is in English, and numbers have ASCII digits in every locale: the parser would
   * otherwise write scripts with Arabic digits, which no shell accepts.
   *
   * @param arguments the command and its arguments
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
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
