package dev.reprise.cli;

import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.output.StandardOutput;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.simulator.file.ScenarioFileException;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints an error as a line on standard error; with the stack trace only if asked to. */
final class ShortErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private static final String DEBUG_VARIABLE = "REPRISE_DEBUG";

  private final BooleanSupplier debug;

  ShortErrors(BooleanSupplier debug) {
    this.debug = debug;
  }

  @Override
  public int handleParseException(ParameterException mistake, String[] arguments) {
    CommandLine line = mistake.getCommandLine();
    PrintWriter err = line.getErr();
    print(err, mistake);
    UnmatchedArgumentException.printSuggestions(mistake, err);
    err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help' for more information.");
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** Failures of standard output are reported when the command ends, wherever they occurred. */
  @Override
  public int handleExecutionException(Exception failure, CommandLine line, ParseResult parsed) {
    if (StandardOutput.failure() == null) {
      print(line.getErr(), failure);
    }
    return line.getCommandSpec().exitCodeOnExecutionException();
  }

  /** Reports that standard output could not be written, unless its reader has gone. */
  static int outputLost(OutputLostException lost) {
    if (lost.pipeClosed()) {
      return StandardOutput.PIPE_CLOSED;
    }
    System.err.println("reprise: " + lost.getMessage());
    return CommandLine.ExitCode.SOFTWARE;
  }

  private void print(PrintWriter err, Throwable failure) {
    String stopped = Interruption.by().isEmpty() ? "" : "stopped" + Interruption.by() + ": ";
    err.println("reprise: " + stopped + text(failure));
    if (debug.getAsBoolean() || System.getenv(DEBUG_VARIABLE) != null) {
      failure.printStackTrace(err);
    }
    err.flush();
  }

  /** On several lines only where that is meant: a mark below a text, or a list of mistakes. */
  private static String text(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    boolean marked = message.lastIndexOf('^') == message.length() - 1 && message.contains("\n  ");
    return marked || failure.getCause() instanceof ScenarioFileException
        ? ErrorText.lines(message)
        : ErrorText.of(failure);
  }
}
