package dev.reprise.batch.report;

import dev.reprise.decision.StopReason;
import dev.reprise.report.FailureText;
import dev.reprise.text.CountText;
import dev.reprise.time.TimeText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Result of a run, which accounts for every item that was read. Immutable.
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
  private final @Nullable Throwable stopFailure;

  /**
   * Creates a report. Runs create reports, and so may tests of code that handles reports.
   *
   * @param counts the numbers at the end
   * @param stopReason the reason for the end of the run
   * @param sourceExhausted whether the source was read to its end
   * @param deadLetters the dead letters that no consumer accepted; copied
   * @param sourceFailure the exception of the source; null if it threw none
   * @param callbackFailure the first exception of a listener or consumer; null if none threw
   * @param journalFailure the reason why the journal could not be used; null without such a failure
   * @param stopFailure the exception of the call that stopped the run; null if none did
   */
  public BatchReport(
      BatchCounts counts,
      StopReason stopReason,
      boolean sourceExhausted,
      List<DeadLetter<I>> deadLetters,
      @Nullable Throwable sourceFailure,
      @Nullable Throwable callbackFailure,
      @Nullable Throwable journalFailure,
      @Nullable Throwable stopFailure) {
    this.counts = counts;
    this.stopReason = stopReason;
    this.sourceExhausted = sourceExhausted;
    this.deadLetters = List.copyOf(deadLetters);
    this.sourceFailure = sourceFailure;
    this.callbackFailure = callbackFailure;
    this.journalFailure = journalFailure;
    this.stopFailure = stopFailure;
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
   * Returns the numbers of the run.
   *
   * @return counts with {@code input = doneBefore + done + superseded + dead + notAttempted}
   */
  public BatchCounts counts() {
    return counts;
  }

  /**
   * Returns the reason for the end of the run. A run that ended by itself has {@linkplain
   * StopReason#SUCCEEDED succeeded}, even if items are dead.
   *
   * @return succeeded if every item that could be read was attempted; not retryable if a failure
   *     {@linkplain #stopFailure() stopped the run}; hint too long if the service, which accepted
   *     nothing of a call, requested a longer wait than the policy allows; otherwise deadline,
   *     interrupted, cancelled, executor rejected or shut down
   */
  public StopReason stopReason() {
    return stopReason;
  }

  /**
   * Returns whether the source was read to its end.
   *
   * @return false if the run was stopped, or the source threw, before the end; the source may then
   *     have more items, which no number of this report includes
   */
  public boolean sourceExhausted() {
    return sourceExhausted;
  }

  /**
   * Returns the dead letters. If a consumer was set, these are only the dead letters for which the
   * consumer threw.
   *
   * @return the dead letters in the order in which the items were given up; unmodifiable
   */
  public List<DeadLetter<I>> deadLetters() {
    return deadLetters;
  }

  /**
   * Returns the failure of the source.
   *
   * @return the failure after which no more items were read, or empty. An exception that it throws
   *     because a run that is stopped has interrupted it is not a failure
   */
  public Optional<Throwable> sourceFailure() {
    return Optional.ofNullable(sourceFailure);
  }

  /**
   * Returns the first exception of a listener or consumer. It did not change the run.
   *
   * @return the exception, or empty
   */
  public Optional<Throwable> callbackFailure() {
    return Optional.ofNullable(callbackFailure);
  }

  /**
   * Returns the failure of the run's journal. The run was then stopped with the reason cancelled,
   * after its calls in flight had ended; another run sends the items that this one could not
   * record.
   *
   * @return a {@link dev.reprise.batch.journal.InputChangedException} if the input differs from the
   *     recorded one; a {@link dev.reprise.batch.journal.JournalException} if the file cannot be
   *     used, or the fingerprint function threw; empty without a failure
   */
  public Optional<Throwable> journalFailure() {
    return Optional.ofNullable(journalFailure);
  }

  /**
   * Returns the exception of the call that stopped the run, as {@link
   * dev.reprise.batch.Batch#stoppingOn} selects it, or with which the service requested a wait that
   * is too long: the reason for the items that were not attempted.
   *
   * @return the exception, or empty
   */
  public Optional<Throwable> stopFailure() {
    return Optional.ofNullable(stopFailure);
  }

  /**
   * Returns the numbers, and each failure of the run.
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
        + CountText.of(counts.calls(), "call")
        + ", "
        + TimeText.roughly(counts.elapsed())
        + ")"
        + failures();
  }

  private String failures() {
    boolean unread = !sourceExhausted && sourceFailure == null;
    return (unread ? "; the source was not read to its end" : "")
        + failure("stopped by", stopFailure)
        + failure("source failed", sourceFailure)
        + failure("journal failed", journalFailure)
        + failure("callback failed", callbackFailure);
  }

  private static String failure(String what, @Nullable Throwable failure) {
    return failure == null ? "" : "; " + what + ": " + FailureText.describe(failure);
  }
}
