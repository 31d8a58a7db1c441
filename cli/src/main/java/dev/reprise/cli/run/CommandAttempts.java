package dev.reprise.cli.run;

import dev.reprise.Attempt;
import dev.reprise.AttemptOperation;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs the command once for each attempt. An interrupt ends the attempt with all its processes;
 * {@link #stop} ends it from another thread, and no further one starts.
 */
final class CommandAttempts implements AttemptOperation<ExitStatus, InterruptedException> {

  private static final Pattern ERROR_NUMBER = Pattern.compile("error[=:] ?(\\d+),? ?\\(?([^)]*)");
  private static final int NO_SUCH_FILE = 2;

  private final List<String> command;
  private final Map<String, String> environment;
  private final @Nullable InputSpool input;
  private final long graceNanos;
  private final PrintWriter messages;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Process running;
  private boolean stopped;

  /**
   * @param command the command and its arguments
   * @param environment variables added for every attempt
   * @param input standard input of every attempt; null to inherit ours
   * @param graceNanos how long processes are given to end before they are killed
   * @param messages where it is told that the command cannot be run
   */
  CommandAttempts(
      List<String> command,
      Map<String, String> environment,
      @Nullable InputSpool input,
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
    InputFeed feed = input == null ? null : InputFeed.start(input, process);
    try {
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

  /** Ends the attempt under way, if there is one, and lets no other start. */
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

  boolean isStopped() {
    lock.lock();
    try {
      return stopped;
    } finally {
      lock.unlock();
    }
  }

  private Process start(int number) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    if (input != null) {
      builder.redirectInput(Redirect.PIPE);
    }
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
      messages.println("reprise: " + name + ": " + failure.getMessage());
      return ExitStatus.NOT_EXECUTABLE;
    }
    boolean missing = Integer.parseInt(error.group(1)) == NO_SUCH_FILE;
    messages.println(
        "reprise: " + name + ": " + (missing ? "command not found" : error.group(2).strip()));
    return missing ? ExitStatus.NOT_FOUND : ExitStatus.NOT_EXECUTABLE;
  }
}
