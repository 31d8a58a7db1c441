package dev.reprise.batch;

import dev.reprise.decision.StopReason;
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
  private final List<FailedItem<I>> failures;
  private final @Nullable Throwable sourceFailure;
  private final @Nullable Throwable callbackFailure;

  BatchReport(
      BatchCounts counts,
      StopReason stopReason,
      boolean sourceExhausted,
      List<FailedItem<I>> failures,
      @Nullable Throwable sourceFailure,
      @Nullable Throwable callbackFailure) {
    this.counts = counts;
    this.stopReason = stopReason;
    this.sourceExhausted = sourceExhausted;
    this.failures = List.copyOf(failures);
    this.sourceFailure = sourceFailure;
    this.callbackFailure = callbackFailure;
  }

  /**
   * Whether the whole input arrived: it was read to its end, nothing failed and nothing was left
   * out. Items superseded by one that arrived do not count against it.
   *
   * @return true if nothing is missing
   */
  public boolean allDone() {
    return sourceExhausted && counts.failed() == 0 && counts.notAttempted() == 0;
  }

  /**
   * The numbers.
   *
   * @return counts with {@code input = done + superseded + failed + notAttempted}
   */
  public BatchCounts counts() {
    return counts;
  }

  /**
   * Why the run ended. A run in which single items failed has still {@linkplain
   * StopReason#SUCCEEDED run to its end}.
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
   * The items that failed, unless they were given to a consumer, and those for which the consumer
   * threw.
   *
   * @return in the order in which they were given up; unmodifiable
   */
  public List<FailedItem<I>> failures() {
    return failures;
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
        + counts.superseded()
        + " superseded, "
        + counts.failed()
        + " failed, "
        + counts.notAttempted()
        + " not attempted ("
        + stopReason
        + "; "
        + counts.calls()
        + " calls, "
        + counts.elapsed()
        + ")";
  }
}
