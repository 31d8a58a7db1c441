package dev.reprise.cli.run;

import dev.reprise.cli.PolicyArgument;
import dev.reprise.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise run}: retries a command by its exit code. */
@Command(
    name = "run",
    description = "Run a command, and run it again while it fails.",
    customSynopsis = "reprise run [OPTIONS] [POLICY] [--] COMMAND [ARGUMENT...]",
    footer = {
      "",
      "The command's output passes through unchanged. Every attempt reads standard "
          + "input from the beginning, unless it is a terminal: a file is wound back, and of a pipe "
          + "what is read is kept, which may be more than the command reads. The command finds the "
          + "number of its attempt in REPRISE_ATTEMPT, and in REPRISE_MAX_ATTEMPTS how many there "
          + "may be.",
      "",
      "The exit code is that of the last attempt; 124 if the time of the policy (within) or of the "
          + "last attempt (attemptTimeout) was over, 126 if the command cannot be run, 127 if there "
          + "is none, 128 + n if signal n ended it. Ctrl-C, or a TERM or HUP signal, ends the "
          + "command and all it has started.",
      "",
      "Example:",
      "  reprise run \"maxAttempts=5 within=1m backoff=exponential(1s, x2)\" -- make test"
    })
public final class RunCommand implements Callable<Integer> {

  private static final int MAX_KILL_AFTER = 86_400;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(
      names = "--on-exit",
      paramLabel = "CODES",
      description =
          "Exit codes that ask for another attempt, such as 1,75-78. By default all but 0, 126, "
              + "127 and 130.")
  private @Nullable String onExit;

  @Option(
      names = "--kill-after",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "How long processes may take to end when they are asked to, before they are killed. "
              + "Default ${DEFAULT-VALUE}.")
  private double killAfter;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print each retry to standard error.")
  private boolean verbose;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print only usage errors, not even that all attempts failed.")
  private boolean quiet;

  @Option(
      names = {"-n", "--no-input"},
      description =
          "Give the command no standard input, as for a command in a loop that reads a pipe.")
  private boolean noInput;

  @Parameters(
      paramLabel = "POLICY | COMMAND",
      description =
          "The policy as text, such as \"maxAttempts=5 within=1m\", if the first word is one; by "
              + "default 3 attempts within 60 s. Then the command.")
  private List<String> words = new ArrayList<>();

  private @Nullable CommandSpec spec;

  /** Made by the command line. */
  public RunCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
    spec.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() {
    CommandLine commandLine = Objects.requireNonNull(spec, "spec").commandLine();
    RunLine line =
        PolicyArgument.parse(commandLine, () -> RunLine.of(words, separated(commandLine)));
    ExitCodes codes =
        onExit == null
            ? ExitCodes.DEFAULT
            : PolicyArgument.parse(commandLine, "--on-exit", onExit, ExitCodes::parse);
    RetryPolicy policy =
        PolicyArgument.parse(commandLine, line.policy()).toBuilder()
            .retryOnResult("exitCode", ExitStatus.class, codes::contains)
            .build();
    return new CommandRun(
            policy, line.command(), graceNanos(commandLine), !noInput, commandLine.getErr())
        .execute(verbose, quiet)
        .code();
  }

  /** True if a -- stood before the words; it is then removed from them. */
  private boolean separated(CommandLine commandLine) {
    List<String> all = commandLine.getParseResult().originalArgs();
    int before = all.size() - words.size() - 1;
    return before >= 0 && all.get(before).equals("--");
  }

  private long graceNanos(CommandLine commandLine) {
    if (!(killAfter >= 0 && killAfter <= MAX_KILL_AFTER)) {
      throw new ParameterException(
          commandLine,
          "--kill-after must be from 0 to " + MAX_KILL_AFTER + ", but was " + killAfter);
    }
    return (long) (killAfter * NANOS_PER_SECOND);
  }
}
