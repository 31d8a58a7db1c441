package dev.reprise.cli;

import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.output.StandardOutput;
import dev.reprise.cli.terminal.Colors;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.cli.terminal.StatusLine;
import dev.reprise.cli.terminal.StoppedException;
import dev.reprise.simulator.file.Names;
import dev.reprise.simulator.file.ScenarioFileException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints an error as one line on standard error, with the stack trace only on request. */
final class ErrorHandler implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private static final String PROGRAM = "reprise: ";
  private static final String DEBUG_VARIABLE = "REPRISE_DEBUG";

  private final BooleanSupplier debug;

  ErrorHandler(BooleanSupplier debug) {
    this.debug = debug;
  }

  @Override
  public int handleParseException(ParameterException reported, String[] arguments) {
    ParameterException mistake = misspelled(reported);
    CommandLine line = mistake.getCommandLine();
    PrintWriter err = line.getErr();
    print(err, text(mistake), mistake);
    if (mistake instanceof UnmatchedArgumentException unmatched) {
      printSuggestions(err, unmatched);
    }
    err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help' for more information.");
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** A required option is missing because it is misspelled: reports the misspelled one. */
  private static ParameterException misspelled(ParameterException mistake) {
    CommandLine line = mistake.getCommandLine();
    List<String> unknown =
        line.getUnmatchedArguments().stream().filter(word -> word.startsWith("-")).toList();
    return mistake instanceof MissingParameterException && !unknown.isEmpty()
        ? new UnmatchedArgumentException(line, unknown)
        : mistake;
  }

  /** The suggestions of the parser for commands have other letters, such as replay for laod. */
  private static void printSuggestions(PrintWriter err, UnmatchedArgumentException mistake) {
    if (mistake.isUnknownOption()) {
      UnmatchedArgumentException.printSuggestions(mistake, err);
      return;
    }
    CommandLine line = mistake.getCommandLine();
    Names.nearest(mistake.getUnmatched().get(0), line.getSubcommands().keySet())
        .ifPresent(
            name ->
                err.println(
                    "Did you mean '" + line.getCommandSpec().qualifiedName() + " " + name + "'?"));
  }

  /** Failures of standard output are reported once, when the command ends. */
  @Override
  public int handleExecutionException(Exception failure, CommandLine line, ParseResult parsed) {
    if (failure instanceof StoppedException stopped) {
      return stopped.exitCode();
    }
    int code = line.getCommandSpec().exitCodeOnExecutionException();
    if (StandardOutput.failure() == null && !StatusLine.failed(details(failure), code)) {
      print(line.getErr(), text(failure), failure);
    }
    return code;
  }

  /** Reports that standard output could not be written, unless it is a closed pipe. */
  static int outputLost(OutputLostException lost) {
    int code = lost.pipeClosed() ? StandardOutput.PIPE_CLOSED : CommandLine.ExitCode.SOFTWARE;
    String message = lost.pipeClosed() ? "" : String.valueOf(lost.getMessage());
    if (!StatusLine.failed(message.isEmpty() ? "" : PROGRAM + message, code)
        && !message.isEmpty()) {
      System.err.println(Colors.errorPrefix() + " " + message);
    }
    return code;
  }

  private static String text(ParameterException mistake) {
    return mistake instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
        ? "unexpected argument " + ErrorText.line("'" + unmatched.getUnmatched().get(0) + "'")
        : text((Throwable) mistake);
  }

  private void print(PrintWriter err, String text, Throwable failure) {
    err.println(Colors.errorPrefix() + " " + stopped() + text);
    if (showsTrace()) {
      failure.printStackTrace(err);
    }
    err.flush();
  }

  /** The text of a failure on one line, with the stack trace on request. */
  private String details(Throwable failure) {
    StringWriter text = new StringWriter();
    text.append(PROGRAM).append(stopped()).append(text(failure));
    if (showsTrace()) {
      text.append(System.lineSeparator());
      failure.printStackTrace(new PrintWriter(text));
    }
    return text.toString();
  }

  private static String stopped() {
    return Interruption.by().isEmpty() ? "" : "stopped" + Interruption.by() + ": ";
  }

  private boolean showsTrace() {
    return debug.getAsBoolean() || System.getenv(DEBUG_VARIABLE) != null;
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
