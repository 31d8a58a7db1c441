package dev.reprise.cli.dynamodb;

import dev.reprise.Retry;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.cli.terminal.StatusLine;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.read.ReadReport;
import dev.reprise.dynamodb.write.ItemWrite;
import dev.reprise.dynamodb.write.WriteReport;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The parts that loading, replaying and fetching share: the input, the dead letters and their
 * limit, Ctrl-C, and the report at the end. Stopping lets requests that are under way end, so that
 * it is known what became of their items.
 *
 * @param <L> the kind of input
 */
final class Job<L extends ItemSource> implements Closeable {

  private static final int BAD_LINES_TOLD = 10;

  private final StatusLine status;
  private final Kind kind;
  private final Retry retry;
  private final long maxDead;
  private final DeadLetterOutput letters;
  private final L lines;
  private final Interruption interruption;
  private long badLines;
  private long dead;

  /** The differences between the commands. */
  enum Kind {
    /** Dead and not attempted items are only written to the dead letters. */
    PLAIN,
    /** A journal records which items remain, so those not attempted are not written. */
    JOURNALED,
    /** Lines that cannot be sent are dead letters already, and stay where they are. */
    REPLAY
  }

  /** Opens an input, all of it or its first part. */
  interface Opener<L> {

    /**
     * Opens it.
     *
     * @param badLines receives each line that is not an item
     * @throws IOException if it cannot be read; its message says which
     */
    L open(Consumer<BadLine> badLines) throws IOException;
  }

  private Job(
      CommandLine line,
      Kind kind,
      Opener<L> input,
      DeadLetterFile letters,
      long maxDead,
      Retry retry)
      throws IOException {
    this.kind = kind;
    this.letters = new DeadLetterOutput(letters, retry::shutdown);
    this.maxDead = maxDead;
    this.retry = retry;
    status = StatusLine.on(line.getErr());
    lines = input.open(this::badLine);
    interruption = new Interruption(retry::shutdown);
    interruption.account(() -> status.last() + resumable());
  }

  /**
   * Opens the input.
   *
   * @param letters closed with the job
   * @param maxDead the most that may be dead before it is stopped
   * @param retry what is shut down to stop it
   * @throws ParameterException if the input cannot be read
   */
  static <L extends ItemSource> Job<L> open(
      CommandLine line,
      Kind kind,
      Opener<L> input,
      DeadLetterFile letters,
      long maxDead,
      Retry retry) {
    try {
      return new Job<>(line, kind, input, letters, maxDead, retry);
    } catch (IOException failure) {
      throw new ParameterException(line, ErrorText.of(failure), failure);
    }
  }

  L lines() {
    return lines;
  }

  /** Reports the progress of writes, and records dead letters. */
  DynamoDbBatch writing(DynamoDbBatch batch) {
    return batch
        .onProgress(progress())
        .onDeadWrite(
            letter -> {
              long line = lines.lineOf(letter.position());
              letters.write(line, file -> file.write(letter, line));
            })
        .withWriteListener(
            new BatchListener<>() {
              @Override
              public void itemDead(DeadLetter<ItemWrite> letter) {
                countDead();
              }

              @Override
              public void itemNotAttempted(ItemWrite write) {
                if (kind != Kind.JOURNALED) {
                  letters.write(0, file -> file.notAttempted(write));
                }
              }
            });
  }

  /** Reports the progress of reads, and records dead letters. */
  DynamoDbBatch reading(DynamoDbBatch batch) {
    return batch
        .onProgress(progress())
        .onDeadRead(
            letter -> {
              long line = lines.lineOf(letter.position());
              letters.write(line, file -> file.read(letter, line));
            })
        .withReadListener(
            new BatchListener<>() {
              @Override
              public void itemDead(DeadLetter<KeyRead> letter) {
                countDead();
              }

              @Override
              public void itemNotAttempted(KeyRead read) {
                letters.write(0, file -> file.notAttempted(read));
              }
            });
  }

  /** Receives each answer; if that fails, the run is stopped. */
  <T> Consumer<T> stoppingOnFailure(Consumer<? super T> consumer) {
    return answer -> {
      try {
        consumer.accept(answer);
      } catch (RuntimeException failure) {
        retry.shutdown();
        throw failure;
      }
    };
  }

  private Consumer<BatchCounts> progress() {
    LoadStatus shown = new LoadStatus(status, lines.size(), lines::bytes);
    return counts -> shown.at(counts, dead);
  }

  private void badLine(BadLine bad) {
    badLines++;
    if (badLines <= BAD_LINES_TOLD) {
      say("line " + bad.number() + ": " + bad.reason());
    } else if (badLines == BAD_LINES_TOLD + 1) {
      say("more lines like these are not printed");
    }
    if (kind != Kind.REPLAY) {
      letters.write(bad.number(), file -> file.bad(bad));
      countDead();
      if (isEnough()) {
        throw new EnoughException();
      }
    }
  }

  /** Ends reading where one line after the other is no item, since no item comes between. */
  private static final class EnoughException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EnoughException() {
      super("stopped", null, false, false);
    }
  }

  private boolean isEnough() {
    return dead > maxDead || letters.trouble() != null;
  }

  private void countDead() {
    dead++;
    if (dead == maxDead + 1) {
      retry.shutdown();
    }
  }

  /**
   * Prints the result of writing.
   *
   * @return the exit code
   */
  int print(PrintWriter out, WriteReport report) {
    double units = report.usage().capacityUnits();
    return print(out, report.batch(), "written", units, "write units");
  }

  /**
   * Prints the result of reading.
   *
   * @return the exit code
   */
  int print(PrintWriter out, ReadReport report) {
    double units = report.usage().capacityUnits();
    int code = print(out, report.batch(), "answered", units, "read units");
    out.println(report.found() + " found, " + report.absent() + " absent");
    out.flush();
    return code;
  }

  /** True if each line was answered or is among the dead letters, so that none is missing. */
  boolean accountsForAll(BatchReport<?> report) {
    return report.sourceExhausted()
        && report.callbackFailure().isEmpty()
        && report.counts().notAttempted() == 0
        && letters.trouble() == null;
  }

  /**
   * Removes the dead letters if a signal stopped the run: what it read is discarded, and letters
   * that stayed would keep the same command from running again.
   *
   * @return whether a signal did
   */
  boolean discardLettersIfStopped() throws IOException {
    if (interruption.happened()) {
      letters.discard();
    }
    return interruption.happened();
  }

  /** Number of dead letters. */
  long letters() {
    return letters.written();
  }

  private int print(
      PrintWriter out, BatchReport<?> report, String verb, double units, String unit) {
    status.close();
    OutputLostException.rethrow(report.callbackFailure().orElse(null));
    long unsendable = kind == Kind.REPLAY ? lines.bad() : 0;
    long bad = lines.bad() - unsendable;
    new Summary(report.counts(), bad, unsendable, units, unit).print(out, verb);
    if (letters.written() > 0) {
      String recorded = letters.trouble() == null ? "" : letters.written() + " of them ";
      out.println(
          lost(report.counts())
              + ", "
              + recorded
              + "written to "
              + ErrorText.line(letters.file() + ""));
      out.flush();
    }
    tellTroubles(report);
    if (interruption.happened()) {
      return interruption.exitCode();
    }
    boolean complete = report.allDone() && lines.bad() == 0 && report.callbackFailure().isEmpty();
    return complete ? 0 : 1;
  }

  private String lost(BatchCounts counts) {
    long left = kind == Kind.JOURNALED ? 0 : counts.notAttempted();
    return dead + " dead" + (left == 0 ? "" : " and " + left + " not attempted");
  }

  private void tellTroubles(BatchReport<?> report) {
    report
        .sourceFailure()
        .filter(failure -> !(failure instanceof EnoughException))
        .ifPresent(failure -> say("reading the input failed: " + ErrorText.of(failure)));
    report.journalFailure().ifPresent(failure -> say("the journal: " + ErrorText.of(failure)));
    report.callbackFailure().ifPresent(failure -> say(ErrorText.of(failure)));
    String untold = letters.trouble();
    if (untold != null) {
      say(untold);
    }
    if (dead > maxDead) {
      say("more lines are dead than --max-dead allows, which is " + maxDead);
    }
    if (!report.sourceExhausted()) {
      String where = " after line " + lines.lastLine() + "; later lines were not read";
      say("stopped" + why(report) + where + (report.journalFailure().isEmpty() ? resumable() : ""));
    } else if (report.counts().notAttempted() > 0 && interruption.happened()) {
      say("stopped" + why(report) + " after the last line was read" + resumable());
    }
  }

  private String resumable() {
    return kind == Kind.JOURNALED ? "; the same command resumes it" : "";
  }

  private String why(BatchReport<?> report) {
    if (interruption.happened()) {
      return Interruption.by();
    }
    boolean isPrinted =
        isEnough() || report.journalFailure().isPresent() || report.callbackFailure().isPresent();
    StopReason reason = report.stopReason();
    return isPrinted || reason == StopReason.SUCCEEDED ? "" : " (" + reason + ")";
  }

  void say(String message) {
    status.say("reprise: " + ErrorText.line(message));
  }

  @Override
  public void close() throws IOException {
    try (letters;
        lines) {
      status.close();
    } finally {
      interruption.close();
    }
  }
}
