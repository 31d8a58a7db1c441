package dev.reprise.batch.report;

import dev.reprise.decision.StopReason;
import dev.reprise.time.TimeText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a run came out: every item that was read is accounted for. Immutable.
 *
 * @param <I> type of the items
 */
public final class BatchReport<I> {

  private final BatchCounts counts;
  private final StopReason stopReason;
  private final boolean sourceExhausted;
  private final List<DeadLetter<I>> deadLetters;
  private final @Nullable Throwable sourceFailure;
  private final @Nullable Throwable callbackFailure;
  private final @Nullable Throwable journalFailure;

  /**
   * The report of a run; runs create it, and tests of code that handles reports may.
   *
   * @param counts the numbers at the end
   * @param stopReason why the run ended
   * @param sourceExhausted whether the source was read to its end
   * @param deadLetters the dead items that no consumer took; copied
   * @param sourceFailure what the source threw; null if it threw nothing
   * @param callbackFailure what a listener or consumer threw first; null if none threw
   * @param journalFailure why the journal could not be used; null without such a failure
   */
  public BatchReport(
      BatchCounts counts,
      StopReason stopReason,
      boolean sourceExhausted,
      List<DeadLetter<I>> deadLetters,
      @Nullable Throwable sourceFailure,
      @Nullable Throwable callbackFailure,
      @Nullable Throwable journalFailure) {
    this.counts = counts;
    this.stopReason = stopReason;
    this.sourceExhausted = sourceExhausted;
    this.deadLetters = List.copyOf(deadLetters);
    this.sourceFailure = sourceFailure;
    this.callbackFailure = callbackFailure;
    this.journalFailure = journalFailure;
  }

  /**
   * Whether the whole input arrived, in this run or those before that its journal knows of: it was
   * read to its end, nothing is dead, nothing was left out, and the journal did not fail. Items
   * superseded by one that arrived do not count against it.
   *
   * @return true if nothing is missing
   */
  public boolean allDone() {
    return sourceExhausted
        && counts.dead() == 0
        && counts.notAttempted() == 0
        && journalFailure == null;
  }

  /**
   * The numbers.
   *
   * @return counts with {@code input = doneBefore + done + superseded + dead + notAttempted}
   */
  public BatchCounts counts() {
    return counts;
  }

  /**
   * Why the run ended. A run in which single items died has still {@linkplain StopReason#SUCCEEDED
   * run to its end}.
   *
   * @return succeeded if everything that could be read was attempted; else deadline, interrupted,
   *     cancelled, executor rejected or shut down
   */
  public StopReason stopReason() {
    return stopReason;
  }

  /**
   * Whether the source was read to its end.
   *
   * @return false if the run was stopped, or the source threw, before the end was seen; items may
   *     then be left in the source, which no number of this report covers
   */
  public boolean sourceExhausted() {
    return sourceExhausted;
  }

  /**
   * The dead letters, unless they were given to a consumer, and those for which the consumer threw.
   *
   * @return in the order in which they were given up; unmodifiable
   */
  public List<DeadLetter<I>> deadLetters() {
    return deadLetters;
  }

  /**
   * What the source threw.
   *
   * @return the failure after which no more was read, or empty
   */
  public Optional<Throwable> sourceFailure() {
    return Optional.ofNullable(sourceFailure);
  }

  /**
   * What a listener or consumer threw first. It changed nothing in the run.
   *
   * @return the mistake, or empty
   */
  public Optional<Throwable> callbackFailure() {
    return Optional.ofNullable(callbackFailure);
  }

  /**
   * Why the run's journal could not be used, or no more. The run was then stopped, as if cancelled,
   * but calls in flight were waited for; another run sends what this one could not take down.
   *
   * @return a {@link dev.reprise.batch.journal.InputChangedException} if the input is not the one
   *     that the journal tells of; a {@link dev.reprise.batch.journal.JournalException} if the file
   *     cannot be used, or a fingerprint not be had; or empty
   */
  public Optional<Throwable> journalFailure() {
    return Optional.ofNullable(journalFailure);
  }

  /**
   * The numbers as an engineer reads them.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return counts.done()
        + " of "
        + counts.input()
        + " done, "
        + (counts.doneBefore() == 0 ? "" : counts.doneBefore() + " done before, ")
        + counts.superseded()
        + " superseded, "
        + counts.dead()
        + " dead, "
        + counts.notAttempted()
        + " not attempted ("
        + stopReason
        + "; "
        + counts.calls()
        + " calls, "
        + TimeText.roughly(counts.elapsed())
        + ")";
  }
}
