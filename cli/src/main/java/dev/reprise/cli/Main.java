package dev.reprise.cli;

import dev.reprise.cli.explain.Explain;
import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.output.StandardOutput;
import java.util.Arrays;
import java.util.List;

/**
 * Entry point of the command line. {@code --version}, {@code version}, and {@code explain} with
 * nothing but a policy, take less time than the parser of arguments takes to load: they do without
 * it. All else, and what turns out to be a mistake, is left to it.
 */
public final class Main {

  private Main() {}

  /**
   * Runs a command and ends the process with its exit code.
   *
   * @param arguments the command and its arguments
   */
  public static void main(String[] arguments) {
    StandardOutput.install();
    // Where it was done there is nothing to end, and System.exit initializes a logger.
    try {
      if (!runWithoutParser(arguments)) {
        System.exit(RepriseCommand.execute(arguments));
      }
    } catch (OutputLostException lost) {
      System.exit(ShortErrors.outputLost(lost));
    }
  }

  /**
   * Runs a command if its arguments need no parser.
   *
   * @param arguments the command and its arguments
   * @return whether it was run, with success; if not, nothing was done
   */
  static boolean runWithoutParser(String... arguments) {
    if (arguments.length == 0) {
      return false;
    }
    return switch (arguments[0]) {
      case "-V", "--version", "version" -> arguments.length == 1 && Version.print();
      case "explain" -> explain(Arrays.asList(arguments).subList(1, arguments.length));
      default -> false;
    };
  }

  private static boolean explain(List<String> words) {
    for (String word : words) {
      if (word.startsWith("-")) {
        return false;
      }
    }
    return Explain.print(words);
  }
}
