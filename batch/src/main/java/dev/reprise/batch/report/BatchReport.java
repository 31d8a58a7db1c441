package dev.reprise.batch.report;

import dev.reprise.decision.StopReason;
import dev.reprise.time.TimeText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Result of a run: every item that was read is accounted for. Immutable.
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
   * Returns whether the whole input was accepted, in this run or in earlier runs with the same
   * journal: the source was read to its end, no item is dead or not attempted, and the journal did
   * not fail. Superseded items do not count as missing.
   *
   * @return true if no item is missing
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
   * Returns the reason for the end of the run. If only single items died, the run has {@linkplain
   * StopReason#SUCCEEDED succeeded}.
   *
   * @return succeeded if every item that could be read was attempted; otherwise deadline,
   *     interrupted, cancelled, executor rejected or shut down
   */
  public StopReason stopReason() {
    return stopReason;
  }

  /**
   * Returns whether the source was read to its end.
   *
   * @return false if the run was stopped, or the source threw, before the end; the source may then
   *     have more items, which are in no number of this report
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
   * The failure of the source.
   *
   * @return the failure after which no more was read, or empty
   */
  public Optional<Throwable> sourceFailure() {
    return Optional.ofNullable(sourceFailure);
  }

  /**
   * The first exception of a listener or consumer. It did not change the run.
   *
   * @return the exception, or empty
   */
  public Optional<Throwable> callbackFailure() {
    return Optional.ofNullable(callbackFailure);
  }

  /**
   * The failure of the run's journal. The run was then stopped with the reason cancelled, after its
   * calls in flight had ended; another run sends the items that this one could not record.
   *
   * @return a {@link dev.reprise.batch.journal.InputChangedException} if the input differs from the
   *     recorded one; a {@link dev.reprise.batch.journal.JournalException} if the file cannot be
   *     used, or the fingerprint function threw; empty without a failure
   */
  public Optional<Throwable> journalFailure() {
    return Optional.ofNullable(journalFailure);
  }

  /**
   * The numbers in one line.
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
