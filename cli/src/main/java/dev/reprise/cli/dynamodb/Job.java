package dev.reprise.cli.dynamodb;

import dev.reprise.batch.BatchCounts;
import dev.reprise.batch.BatchReport;
import dev.reprise.cli.Times;
import dev.reprise.cli.terminal.Progress;
import dev.reprise.decision.StopReason;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What loading and fetching share: the input, the dead letters, and how the end is told. */
final class Job implements Closeable {

  private static final String STANDARD_INPUT = "-";
  private static final int INTERRUPTED = 130;
  private static final long UNKNOWN = -1;

  private final PrintWriter messages;
  private final DeadLetters letters;
  private final JsonLines lines;
  private final long size;

  private Job(PrintWriter messages, DeadLetters letters, JsonLines lines, long size) {
    this.messages = messages;
    this.letters = letters;
    this.lines = lines;
    this.size = size;
  }

  /**
   * Opens the input.
   *
   * @throws ParameterException if there is none, or if the dead letters of an earlier run are there
   */
  static Job open(CommandLine line, String input, TableOptions options) {
    boolean standard = input.equals(STANDARD_INPUT);
    String given = options.deadLetters();
    Path dead = Path.of(given != null ? given : (standard ? "stdin" : input) + ".failed.ndjson");
    if (Files.exists(dead)) {
      throw new ParameterException(
          line, dead + " is there already: move it away, or name another with --dead-letters");
    }
    try {
      InputStream in = standard ? System.in : Files.newInputStream(Path.of(input));
      long size = standard ? UNKNOWN : Files.size(Path.of(input));
      DeadLetters letters = new DeadLetters(dead);
      PrintWriter messages = line.getErr();
      return new Job(messages, letters, new JsonLines(new LineReader(in), letters, messages), size);
    } catch (IOException failure) {
      throw new ParameterException(line, "cannot read " + input + ": " + failure, failure);
    }
  }

  JsonLines lines() {
    return lines;
  }

  DeadLetters letters() {
    return letters;
  }

  Progress progress(String name) {
    return Progress.of(name, size, " bytes", messages);
  }

  /**
   * Tells how it ended.
   *
   * @param out where
   * @param done what happened to those that arrived, such as {@code written}
   * @return the exit code
   */
  int tell(PrintWriter out, BatchReport<?> report, String done, boolean interrupted) {
    BatchCounts counts = report.counts();
    long all = counts.input() + lines.bad();
    out.println(
        String.format(
            Locale.ROOT,
            "%d of %d lines %s in %s; calls %d, throttled %d, items retried %d",
            counts.done(),
            all,
            done,
            Times.format(counts.elapsed()),
            counts.calls(),
            counts.throttledCalls(),
            counts.itemsRetried()));
    if (letters.count() > 0) {
      out.println(letters.count() + " failed, told in " + letters.file());
    }
    out.flush();
    tellTroubles(report);
    if (interrupted) {
      return INTERRUPTED;
    }
    boolean complete = report.allDone() && lines.bad() == 0 && report.callbackFailure().isEmpty();
    return complete ? 0 : 1;
  }

  private void tellTroubles(BatchReport<?> report) {
    report.sourceFailure().ifPresent(failure -> say("reading the input failed: " + failure));
    report.callbackFailure().ifPresent(failure -> say("writing a file failed: " + failure));
    for (var failed : report.failures()) {
      say("could not be told in the dead letters: item " + lines.lineOf(failed.position()));
    }
    if (!report.sourceExhausted()) {
      String why =
          report.stopReason() == StopReason.SUCCEEDED ? "" : " (" + report.stopReason() + ")";
      say("stopped" + why + " after line " + lines.lastLine() + "; later lines were not read");
    }
  }

  private void say(String message) {
    messages.println("reprise: " + message);
    messages.flush();
  }

  @Override
  public void close() throws IOException {
    lines.close();
    letters.close();
  }
}
