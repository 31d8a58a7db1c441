package dev.reprise.cli;

import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.output.StandardOutput;
import dev.reprise.cli.terminal.Colors;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.cli.terminal.StoppedException;
import dev.reprise.simulator.file.ScenarioFileException;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints an error as one line on standard error, with the stack trace only on request. */
final class ErrorHandler implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private static final String DEBUG_VARIABLE = "REPRISE_DEBUG";

  private final BooleanSupplier debug;

  ErrorHandler(BooleanSupplier debug) {
    this.debug = debug;
  }

  @Override
  public int handleParseException(ParameterException mistake, String[] arguments) {
    CommandLine line = mistake.getCommandLine();
    PrintWriter err = line.getErr();
    print(err, text(mistake), mistake);
    UnmatchedArgumentException.printSuggestions(mistake, err);
    err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help' for more information.");
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** Failures of standard output are reported once, when the command ends. */
  @Override
  public int handleExecutionException(Exception failure, CommandLine line, ParseResult parsed) {
    if (failure instanceof StoppedException stopped) {
      return stopped.exitCode();
    }
    if (StandardOutput.failure() == null) {
      print(line.getErr(), text(failure), failure);
    }
    return line.getCommandSpec().exitCodeOnExecutionException();
  }

  /** Reports that standard output could not be written, unless it is a closed pipe. */
  static int outputLost(OutputLostException lost) {
    if (lost.pipeClosed()) {
      return StandardOutput.PIPE_CLOSED;
    }
    System.err.println(Colors.errorPrefix() + " " + lost.getMessage());
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static String text(ParameterException mistake) {
    return mistake instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
        ? "unexpected argument " + ErrorText.line("'" + unmatched.getUnmatched().get(0) + "'")
        : text((Throwable) mistake);
  }

  private void print(PrintWriter err, String text, Throwable failure) {
    String stopped = Interruption.by().isEmpty() ? "" : "stopped" + Interruption.by() + ": ";
    err.println(Colors.errorPrefix() + " " + stopped + text);
    if (debug.getAsBoolean() || System.getenv(DEBUG_VARIABLE) != null) {
      failure.printStackTrace(err);
    }
    err.flush();
  }

  /** Several lines only for a mark below a policy, and for a list of mistakes in a file. */
  private static String text(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    boolean marked = message.lastIndexOf('^') == message.length() - 1 && message.contains("\n  ");
    return marked || failure.getCause() instanceof ScenarioFileException
        ? ErrorText.lines(message)
        : ErrorText.of(failure);
  }
}
