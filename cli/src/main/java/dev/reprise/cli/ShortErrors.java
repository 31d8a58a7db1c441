package dev.reprise.cli;

import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells errors in a line on standard error; with the stack trace only if asked to. */
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
    tell(err, mistake);
    UnmatchedArgumentException.printSuggestions(mistake, err);
    err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help' for more information.");
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine line, ParseResult parsed) {
    tell(line.getErr(), failure);
    return line.getCommandSpec().exitCodeOnExecutionException();
  }

  private void tell(PrintWriter err, Exception failure) {
    String message = failure.getMessage();
    err.println("reprise: " + (message == null ? failure.toString() : message));
    if (debug.getAsBoolean() || System.getenv(DEBUG_VARIABLE) != null) {
      failure.printStackTrace(err);
    }
    err.flush();
  }
}
