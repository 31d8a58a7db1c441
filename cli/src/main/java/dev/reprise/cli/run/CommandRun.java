package dev.reprise.cli.run;

import dev.reprise.Retry;
import dev.reprise.RetryPolicy;
import dev.reprise.RetryResult;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.cli.Times;
import dev.reprise.decision.StopReason;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One run of a command, until it succeeds, the policy gives up or a signal comes. */
final class CommandRun {

  /** Set by the launcher, which knows better than Java what standard input is. */
  private static final String INPUT_PROPERTY = "reprise.stdin";

  private static final int INPUT_IN_MEMORY = 1 << 20;

  private final RetryPolicy policy;
  private final PrintWriter messages;
  private final CommandAttempts attempts;

  CommandRun(RetryPolicy policy, List<String> command, long graceNanos, PrintWriter messages) {
    this.policy = policy;
    this.messages = messages;
    attempts = new CommandAttempts(command, environment(policy), input(), graceNanos, messages);
  }

  /**
   * Runs it.
   *
   * @param verbose whether each retry is told
   * @param quiet whether giving up is not told
   * @return what is to be the exit code of this process
   */
  ExitStatus execute(boolean verbose, boolean quiet) {
    Retry plain = Retry.of(policy).withBudget(RetryBudget.unlimited());
    Retry retry =
        verbose ? plain.withListener(new RetryLines(policy.maxAttempts(), messages)) : plain;
    stopOnSignal(retry);
    RetryResult<ExitStatus> result = retry.executeWith(attempts);
    if (!quiet && !result.succeeded() && !attempts.isStopped()) {
      tell(result);
    }
    return status(result);
  }

  /** The process then ends with 128 + the signal's number by itself. */
  private void stopOnSignal(Retry retry) {
    Runnable stop =
        () -> {
          retry.shutdown();
          attempts.stop();
        };
    Runtime.getRuntime().addShutdownHook(new Thread(stop, "reprise-stop"));
  }

  private void tell(RetryResult<ExitStatus> result) {
    ExitStatus last = result.value();
    messages.println(
        "reprise: gave up after "
            + result.attempts()
            + (result.attempts() == 1 ? " attempt" : " attempts")
            + " in "
            + Times.format(result.elapsed())
            + ": "
            + result.stopReason()
            + (last == null ? " (timed out)" : " (" + last + ")"));
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

  /** Null where the command gets our own: from a terminal, or where there is one attempt only. */
  private @Nullable InputSpool input() {
    return policy.maxAttempts() == 1 || isTerminal()
        ? null
        : new InputSpool(new FileInputStream(FileDescriptor.in), INPUT_IN_MEMORY);
  }

  private static boolean isTerminal() {
    return "terminal".equals(System.getProperty(INPUT_PROPERTY));
  }
}
