package dev.reprise.cli.run;

import dev.reprise.cli.output.ErrorText;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptOperation;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs the command once per attempt. An interrupt ends the attempt with all its processes. {@link
 * #stop} does so from a different thread and prevents further attempts.
 */
final class CommandAttempts implements AttemptOperation<ExitStatus, InterruptedException> {

  private static final Pattern ERROR_NUMBER = Pattern.compile("error[=:] ?(\\d+),? ?\\(?([^)]*)");
  private static final int NO_SUCH_FILE = 2;

  private final List<String> command;
  private final Map<String, String> environment;
  private final AttemptInput input;
  private final long graceNanos;
  private final PrintWriter messages;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Process running;
  private boolean stopped;

  /**
   * @param command the command and its arguments
   * @param environment variables added for every attempt
   * @param input standard input of every attempt
   * @param graceNanos time for processes to end before they are killed
   * @param messages receives an error message if the command cannot be run
   */
  CommandAttempts(
      List<String> command,
      Map<String, String> environment,
      AttemptInput input,
      long graceNanos,
      PrintWriter messages) {
    this.command = command;
    this.environment = environment;
    this.input = input;
    this.graceNanos = graceNanos;
    this.messages = messages;
  }

  @Override
  public ExitStatus call(Attempt attempt) throws InterruptedException {
    Process process;
    try {
      process = start(attempt.number());
    } catch (IOException failure) {
      return notRun(failure);
    }
    InputFeed feed = null;
    try {
      feed = feed(process);
      return new ExitStatus(process.waitFor());
    } catch (InterruptedException timeout) {
      new ProcessTree(process.toHandle()).end(graceNanos);
      throw timeout;
    } finally {
      ended();
      if (feed != null) {
        feed.finish();
      }
    }
  }

  private @Nullable InputFeed feed(Process process) {
    try {
      return input.feed(process);
    } catch (IOException ended) {
      // The process has ended and reads no input.
      return null;
    }
  }

  /** Ends the running attempt, if there is one, and prevents further attempts. */
  void stop() {
    Process process;
    lock.lock();
    try {
      stopped = true;
      process = running;
    } finally {
      lock.unlock();
    }
    if (process != null) {
      new ProcessTree(process.toHandle()).end(graceNanos);
    }
  }

  private Process start(int number) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).inheritIO().redirectInput(input.redirect(number));
    CallerLocale.restore(builder.environment());
    builder.environment().putAll(environment);
    builder.environment().put("REPRISE_ATTEMPT", Integer.toString(number));
    lock.lock();
    try {
      if (stopped) {
        throw new CancellationException("stopped by a signal");
      }
      running = builder.start();
      return running;
    } finally {
      lock.unlock();
    }
  }

  private void ended() {
    lock.lock();
    try {
      running = null;
    } finally {
      lock.unlock();
    }
  }

  private ExitStatus notRun(IOException failure) {
    String name = command.get(0);
    Matcher error = ERROR_NUMBER.matcher(String.valueOf(failure.getMessage()));
    if (!error.find()) {
      messages.println("reprise: " + ErrorText.line(name) + ": " + ErrorText.of(failure));
      return ExitStatus.NOT_EXECUTABLE;
    }
    boolean missing = Integer.parseInt(error.group(1)) == NO_SUCH_FILE;
    messages.println(
        "reprise: "
            + ErrorText.line(name)
            + ": "
            + (missing ? "command not found" : error.group(2).strip()));
    return missing ? ExitStatus.NOT_FOUND : ExitStatus.NOT_EXECUTABLE;
  }
}
