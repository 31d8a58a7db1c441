package dev.reprise.cli.run;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.cli.output.Durations;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.cli.terminal.StandardStream;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** Runs a command until it succeeds, the policy gives up or a signal is received. */
final class CommandRun {

  private final RetryPolicy policy;
  private final PrintWriter messages;
  private final CommandAttempts attempts;

  /**
   * @param command the command and its arguments
   * @param graceNanos time for processes to end before they are killed
   * @param withInput true to give the standard input of this process to the attempts
   */
  CommandRun(
      RetryPolicy policy,
      List<String> command,
      long graceNanos,
      boolean withInput,
      PrintWriter messages) {
    this.policy = policy;
    this.messages = messages;
    AttemptInput input = withInput ? input() : AttemptInput.none();
    attempts = new CommandAttempts(command, environment(policy), input, graceNanos, messages);
  }

  /**
   * Runs the command.
   *
   * @param verbose true to print each retry
   * @param quiet true to print no message at the end
   * @return the exit code for this process
   */
  ExitStatus execute(boolean verbose, boolean quiet) {
    Retry plain = Retry.of(policy).withBudget(RetryBudget.unlimited());
    Retry retry =
        verbose ? plain.withListener(new RetryPrinter(policy.maxAttempts(), messages)) : plain;
    Runnable stop =
        () -> {
          retry.shutdown();
          attempts.stop();
        };
    try (Interruption interruption = new Interruption(stop)) {
      RetryResult<ExitStatus> result = retry.executeWith(attempts);
      boolean stopped = interruption.happened();
      if (!quiet && (stopped || !result.succeeded())) {
        print(result, stopped);
      }
      return stopped ? new ExitStatus(interruption.exitCode()) : status(result);
    }
  }

  private void print(RetryResult<ExitStatus> result, boolean stopped) {
    String ended = stopped ? "stopped" + Interruption.by() : "gave up";
    ExitStatus last = result.value();
    String reason = result.stopReason() + (last == null ? " (timed out)" : " (" + last + ")");
    messages.println(
        "reprise: "
            + ended
            + " after "
            + result.attempts()
            + (result.attempts() == 1 ? " attempt" : " attempts")
            + " in "
            + Durations.format(result.elapsed())
            + (stopped ? "" : ": " + reason));
    messages.flush();
  }

  static ExitStatus status(RetryResult<ExitStatus> result) {
    if (result.failure() instanceof RuntimeException failure
        && !(failure instanceof AttemptTimeoutException)) {
      throw failure;
    }
    ExitStatus last = result.value();
    return last == null || result.stopReason() == StopReason.DEADLINE ? ExitStatus.TIMED_OUT : last;
  }

  private static Map<String, String> environment(RetryPolicy policy) {
    return policy.maxAttempts() == Integer.MAX_VALUE
        ? Map.of()
        : Map.of("REPRISE_MAX_ATTEMPTS", Integer.toString(policy.maxAttempts()));
  }

  private AttemptInput input() {
    return policy.maxAttempts() == 1 || StandardStream.INPUT.isTerminal()
        ? AttemptInput.inherited()
        : AttemptInput.repeated();
  }
}
