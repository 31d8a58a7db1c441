package dev.reprise.cli.load;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchCounts;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.terminal.DetachedWork;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.cli.terminal.StatusLine;
import dev.reprise.cli.terminal.StoppedException;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.items.BadLine;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * A run of load, replay or fetch: the input, the dead letters and their limit, signals, and the
 * report at the end. A stop lets requests in flight end that need less than {@value
 * Interruption#ABORT_MILLIS} ms, so that the outcome of their items is known.
 *
 * <p>The thread that reads the input, the thread that sends, and the thread of a signal meet here:
 * their counters are guarded by this object's monitor.
 *
 * @param <L> type of the input
 * @param <T> type of the items that are sent
 */
public final class Job<L extends ItemSource, T> implements Closeable {

  private static final int PRINTED_BAD_LINES = 10;

  private final StatusLine status;
  private final JobStatus progress;
  private final Kind kind;
  private final Retry retry;
  private final long maxDead;
  private final DeadLetterOutput<T> deadLetters;
  private final L input;
  private final Interruption interruption;
  private final FailureReasons reasons = new FailureReasons();
  private final Thread sender = Thread.currentThread();
  private boolean sends;
  private Runnable end = () -> {};
  private long badLines;
  private long dead;

  /** The differences between the commands. */
  public enum Kind {
    /** Dead items and items not attempted become dead letters. */
    PLAIN,
    /** The journal records which items remain; items not attempted do not become dead letters. */
    JOURNALED,
    /** Lines that cannot be sent are dead letters already and are not written again. */
    REPLAY
  }

  /** Opens an input. */
  public interface Opener<L> {

    /**
     * Opens the input.
     *
     * @param badLines receives each line that is not an item
     * @throws IOException if the input cannot be read; the message names the file
     */
    L open(Consumer<BadLine> badLines) throws IOException;
  }

  private Job(
      CommandLine line,
      Kind kind,
      Opener<L> input,
      LimitedDeadLetters<T> deadLetters,
      SendSettings settings)
      throws IOException {
    this.kind = kind;
    this.retry = settings.retry();
    this.deadLetters = new DeadLetterOutput<>(deadLetters.file(), retry::shutdown);
    this.maxDead = deadLetters.max();
    status = StatusLine.on(line.getErr(), settings.progress());
    this.input = input.open(this::badLine);
    progress = new JobStatus(status, this.input.size(), this.input::bytes, System::nanoTime);
    interruption = new Interruption(retry::shutdown, this::endRequests);
    interruption.reportOnTimeout(() -> status.last() + resumeHint());
  }

  /**
   * Opens the input.
   *
   * @param deadLetters closed with the job
   * @param settings its retry is shut down to stop the run
   * @throws ParameterException if the input cannot be read
   */
  public static <L extends ItemSource, T> Job<L, T> open(
      CommandLine line,
      Kind kind,
      Opener<L> input,
      LimitedDeadLetters<T> deadLetters,
      SendSettings settings) {
    try {
      return new Job<>(line, kind, input, deadLetters, settings);
    } catch (IOException failure) {
      throw new ParameterException(line, ErrorText.of(failure), failure);
    }
  }

  public L input() {
    return input;
  }

  /**
   * Does work that precedes the run, such as a request about the table, on a thread of its own:
   * after a signal it is not waited for, and the result of a run without items is printed.
   *
   * @param verb as for {@link #print}
   * @throws StoppedException if a signal ended the wait
   */
  public <R> R prepare(PrintWriter out, String verb, Supplier<R> work) {
    long begin = System.nanoTime();
    sends(true);
    try {
      return DetachedWork.run(work);
    } catch (InterruptedException interrupt) {
      throw stopped(out, verb, begin);
    } catch (RuntimeException failure) {
      if (interruption.happened()) {
        throw stopped(out, verb, begin);
      }
      throw failure;
    } finally {
      sends(false);
    }
  }

  static BatchCounts nothing(Duration elapsed) {
    return new BatchCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, elapsed);
  }

  /** Prints the result of a run without items. */
  private StoppedException stopped(PrintWriter out, String verb, long beginNanos) {
    sends(false);
    status.close();
    Duration elapsed = Duration.ofNanos(System.nanoTime() - beginNanos);
    BatchCounts nothing = nothing(elapsed);
    new RunSummary(nothing, 0, 0, "").print(out, verb);
    print("stopped" + Interruption.by() + " before the first line was read" + resumeHint());
    end = () -> progress.end(nothing, 0, interruption.exitCode());
    return new StoppedException(interruption.exitCode());
  }

  /** Reports the progress of a batch, and records its dead letters. */
  public Batch<T> reporting(Batch<T> batch) {
    begin();
    return batch.onProgress(this::show).onDeadLetter(this::dead).withListener(listener());
  }

  /** The run begins: {@link #show}, {@link #dead} and {@link #listener} will be called. */
  public void begin() {
    progress.begin();
    sends(true);
  }

  /** Records a dead letter. */
  public void dead(DeadLetter<T> letter) {
    long line = input.lineOf(letter.position());
    deadLetters.write(line, file -> file.dead(letter, line));
  }

  /** Counts dead items, and records items not attempted. */
  public BatchListener<T> listener() {
    return new BatchListener<>() {
      @Override
      public void itemDead(DeadLetter<T> letter) {
        reasons.add(letter);
        countDead();
      }

      @Override
      public void itemNotAttempted(T item) {
        if (kind != Kind.JOURNALED) {
          deadLetters.write(0, file -> file.notAttempted(item));
        }
      }
    };
  }

  /** Wraps a consumer so that its failure stops the run. */
  public <R> Consumer<R> stoppingOnFailure(Consumer<? super R> consumer) {
    return result -> {
      try {
        consumer.accept(result);
      } catch (RuntimeException failure) {
        retry.shutdown();
        throw failure;
      }
    };
  }

  /** Shows the progress. */
  public void show(BatchCounts counts) {
    progress.at(counts, dead());
  }

  private synchronized void badLine(BadLine bad) {
    badLines++;
    if (badLines <= PRINTED_BAD_LINES) {
      print("line " + bad.number() + ": " + bad.reason());
    } else if (badLines == PRINTED_BAD_LINES + 1) {
      print("further such lines are not printed");
    }
    if (kind != Kind.REPLAY) {
      deadLetters.write(bad.number(), file -> file.bad(bad));
      countDead();
      if (mustStop()) {
        throw new TooManyDeadException();
      }
    }
  }

  /** Ends the reading of consecutive bad lines, between which no item checks for the stop. */
  private static final class TooManyDeadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooManyDeadException() {
      super("stopped", null, false, false);
    }
  }

  private synchronized boolean mustStop() {
    return dead > maxDead || deadLetters.failureMessage() != null;
  }

  private synchronized long dead() {
    return dead;
  }

  private synchronized void countDead() {
    dead++;
    if (dead == maxDead + 1) {
      retry.shutdown();
    }
  }

  /** True if every line has a response or a dead letter, so that none is missing. */
  public boolean accountsForAll(BatchReport<?> report) {
    return report.sourceExhausted()
        && report.callbackFailure().isEmpty()
        && report.counts().notAttempted() == 0
        && deadLetters.failureMessage() == null;
  }

  /**
   * Removes the dead letters if a signal stopped the run or its output could not be written. That
   * output is discarded as well, and remaining dead letters would prevent the same command from
   * running again.
   *
   * @return whether they are removed
   */
  public boolean discardLettersWithOutput(BatchReport<?> report) throws IOException {
    boolean discards = interruption.happened() || report.callbackFailure().isPresent();
    if (discards) {
      deadLetters.discard();
    }
    return discards;
  }

  /** Number of dead letters. */
  public long deadLetters() {
    return deadLetters.written();
  }

  /**
   * Prints the result.
   *
   * @param verb past participle for the items done, such as {@code written}
   * @param usage further numbers, such as {@code , write units 12}; may be empty
   * @return the exit code
   */
  public int print(PrintWriter out, BatchReport<?> report, String verb, String usage) {
    sends(false);
    status.close();
    OutputLostException.rethrow(report.callbackFailure().orElse(null));
    long unsendable = kind == Kind.REPLAY ? input.bad() : 0;
    long bad = input.bad() - unsendable;
    new RunSummary(report.counts(), bad, unsendable, usage).print(out, verb);
    if (deadLetters.written() > 0) {
      String recorded =
          deadLetters.failureMessage() == null ? "" : deadLetters.written() + " of them ";
      out.println(
          notDone(report.counts())
              + ", "
              + recorded
              + "written to "
              + ErrorText.line(deadLetters.file() + ""));
      out.flush();
    }
    printFailures(report);
    boolean complete = report.allDone() && input.bad() == 0 && report.callbackFailure().isEmpty();
    int exitCode = interruption.exitCode(complete ? 0 : 1);
    end = () -> progress.end(report.counts(), dead(), exitCode);
    return exitCode;
  }

  /** Requests that did not end soon after a signal are interrupted; their items are dead. */
  private synchronized void endRequests() {
    if (sends) {
      sender.interrupt();
    }
  }

  /** A signal before the first request has found no request to end. */
  private synchronized void sends(boolean begins) {
    sends = begins;
    if (!interruption.happened()) {
      return;
    }
    if (begins) {
      sender.interrupt();
    } else {
      boolean unused = Thread.interrupted();
    }
  }

  private String notDone(BatchCounts counts) {
    long notAttempted = kind == Kind.JOURNALED ? 0 : counts.notAttempted();
    return dead + " dead" + (notAttempted == 0 ? "" : " and " + notAttempted + " not attempted");
  }

  private void printFailures(BatchReport<?> report) {
    reasons.lines().forEach(this::print);
    long notAttempted = report.counts().notAttempted();
    if (notAttempted > 0) {
      print(notAttempted + " not attempted: " + FailureReasons.ofStop(report));
    }
    report
        .sourceFailure()
        .filter(failure -> !(failure instanceof TooManyDeadException))
        .ifPresent(failure -> print("cannot read the input: " + ErrorText.of(failure)));
    report.journalFailure().ifPresent(failure -> print("journal: " + ErrorText.of(failure)));
    report.callbackFailure().ifPresent(failure -> print(ErrorText.of(failure)));
    String lost = deadLetters.failureMessage();
    if (lost != null) {
      print(lost);
    }
    if (dead > maxDead) {
      print("more dead lines than --max-dead allows: " + dead + ", at most " + maxDead);
    }
    if (!report.sourceExhausted()) {
      String where = " after line " + input.lastLine() + "; later lines were not read";
      print(
          "stopped"
              + reason(report)
              + where
              + (report.journalFailure().isEmpty() ? resumeHint() : ""));
    } else if (interruption.happened()) {
      print("stopped" + reason(report) + " after the last line was read" + resumeHint());
    }
  }

  private String resumeHint() {
    return kind == Kind.JOURNALED ? "; run the same command to resume" : "";
  }

  private String reason(BatchReport<?> report) {
    if (interruption.happened()) {
      return Interruption.by();
    }
    boolean isPrinted =
        mustStop()
            || report.journalFailure().isPresent()
            || report.callbackFailure().isPresent()
            || report.stopFailure().isPresent();
    StopReason reason = report.stopReason();
    return isPrinted || reason == StopReason.SUCCEEDED ? "" : " (" + reason + ")";
  }

  /**
   * Prints the reason why nothing is sent.
   *
   * @return the exit code
   */
  int refuse(String reason) {
    print(reason);
    end = () -> progress.end(nothing(Duration.ZERO), 0, 1);
    return 1;
  }

  /** A writer of the result to standard error, for a command whose standard output has items. */
  public PrintWriter results() {
    return status.results();
  }

  /** Prints a message between updates of the progress. */
  public void print(String message) {
    status.print("reprise: " + ErrorText.line(message));
  }

  /** Shows the end of the run, unless closing the files fails. After a signal, the process ends. */
  @Override
  public void close() throws IOException {
    try {
      try (deadLetters;
          input) {
        status.close();
      }
      end.run();
    } finally {
      interruption.close();
    }
  }
}
