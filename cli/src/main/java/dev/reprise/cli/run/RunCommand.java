package dev.reprise.cli.run;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code reprise run}: runs a command and retries it by its exit code. */
@Command(
    name = "run",
    description = "Run a command and retry it while it fails.",
    customSynopsis = "reprise run [OPTIONS] [POLICY] [--] COMMAND [ARGUMENT...]",
    footer = {
      "",
      "The output of the command is passed through unchanged. Every attempt reads standard input "
          + "from the beginning, unless it is a terminal: a file is rewound, and data from a pipe "
          + "are stored, possibly more than the command reads. REPRISE_ATTEMPT contains the number "
          + "of the attempt, and REPRISE_MAX_ATTEMPTS the maximum number of attempts.",
      "",
      "The exit code is that of the last attempt; 124 if the time limit of the policy (within) or "
          + "of the last attempt (attemptTimeout) ended it, 126 if the command cannot be run, 127 if "
          + "it does not exist, 128 + n if signal n ended it. Ctrl-C and the signals TERM and HUP "
          + "end the command and all processes that it has started.",
      "",
      "Example:",
      "  reprise run \"maxAttempts=5 within=1m backoff=exponential(1s, x2)\" -- make test"
    })
public final class RunCommand extends Subcommand {

  private static final int MAX_KILL_AFTER_SECONDS = 86_400;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(
      names = "--on-exit",
      paramLabel = "CODES",
      description =
          "Exit codes that are retried, such as 1,75-78. Default: all but 0, 126, 127 and 130.")
  private @Nullable String onExit;

  @Option(
      names = "--kill-after",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "Time between the request to end (TERM) and the kill of a process. Default: "
              + "${DEFAULT-VALUE}.")
  private double killAfter;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print each retry to standard error.")
  private boolean verbose;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print only usage errors; no message if all attempts fail.")
  private boolean quiet;

  @Option(
      names = {"-n", "--no-input"},
      description = "Give the command empty standard input, for use in a loop that reads a pipe.")
  private boolean noInput;

  @Parameters(
      paramLabel = "POLICY | COMMAND",
      description =
          "Optional policy as text, such as \"maxAttempts=5 within=1m\", then the command. Default: "
              + "3 attempts within 60 s.")
  private List<String> words = new ArrayList<>();

  private RunCommand() {}

  /**
   * The command. Words after the first positional argument belong to the command that it runs.
   *
   * @return the command, with its parser settings
   */
  public static CommandLine create() {
    return new CommandLine(new RunCommand()).setStopAtPositional(true);
  }

  @Override
  public Integer call() {
    CommandLine commandLine = line();
    RunArguments line =
        Arguments.parse(commandLine, () -> RunArguments.of(words, separated(commandLine)));
    ExitCodes codes =
        onExit == null
            ? ExitCodes.DEFAULT
            : Arguments.parse(commandLine, "--on-exit", onExit, ExitCodes::parse);
    RetryPolicy policy =
        Arguments.parse(commandLine, () -> policy(commandLine, line.policy())).toBuilder()
            .retryOnResult("exitCode", ExitStatus.class, codes::contains)
            .build();
    return new CommandRun(
            policy, line.command(), graceNanos(commandLine), !noInput, commandLine.getErr())
        .execute(verbose, quiet)
        .code();
  }

  /** The attempts of a command run one after the other. */
  private static RetryPolicy policy(CommandLine commandLine, List<String> words) {
    return Arguments.withoutHedge("a command", Arguments.parse(commandLine, words));
  }

  /** True if {@code --} precedes the words, which do not include it. */
  private boolean separated(CommandLine commandLine) {
    List<String> all = commandLine.getParseResult().originalArgs();
    int before = all.size() - words.size() - 1;
    return before >= 0 && all.get(before).equals("--");
  }

  private long graceNanos(CommandLine commandLine) {
    if (!(killAfter >= 0 && killAfter <= MAX_KILL_AFTER_SECONDS)) {
      throw new ParameterException(
          commandLine,
          "--kill-after must be from 0 to " + MAX_KILL_AFTER_SECONDS + ", but was " + killAfter);
    }
    return (long) (killAfter * NANOS_PER_SECOND);
  }
}
