package dev.reprise.batch.report;

import java.util.List;

/**
 * Receives the results of items and calls. Called on the thread that coordinates the run, one
 * method at a time: the caller of {@code run}, or a thread of the environment's executor. It should
 * return soon and must not throw: the first exception is kept in the report, and exceptions do not
 * change the run.
 *
 * <p>The order of the methods in one run: one of the first five methods for each item that was
 * read, exactly once; then {@code callEnded} for the call that settled it; then {@code progressed}.
 * At the end, {@code progressed} is called once more, and then {@code ended}. In short {@code
 * (item* callEnded progressed)* item* progressed ended}. Items that the ended call did not carry,
 * such as superseded ones, may be reported at any time before {@code ended}.
 *
 * @param <I> type of the items
 */
public interface BatchListener<I> {

  /**
   * Items were accepted by the service. Does nothing unless overridden.
   *
   * @param items those that one call completed, at least one; unmodifiable
   */
  default void itemsDone(List<I> items) {}

  /**
   * The journal records the item as done in an earlier run, so it was not sent. Does nothing unless
   * overridden.
   *
   * @param item the item
   */
  default void itemDoneBefore(I item) {}

  /**
   * An item was given up. Does nothing unless overridden.
   *
   * @param dead the item and the reason
   */
  default void itemDead(DeadLetter<I> dead) {}

  /**
   * A later item of the same key replaced an item, and was not refused. Does nothing unless
   * overridden.
   *
   * @param item the earlier item
   */
  default void itemSuperseded(I item) {}

  /**
   * The run was stopped before an item was sent. Does nothing unless overridden.
   *
   * @param item the item
   */
  default void itemNotAttempted(I item) {}

  /**
   * A call has ended; the items that it settled were reported before. Does nothing unless
   * overridden.
   *
   * @param call the call
   */
  default void callEnded(BatchCall call) {}

  /**
   * A call has ended, or the run has ended. Does nothing unless overridden.
   *
   * @param counts the numbers so far
   */
  default void progressed(BatchCounts counts) {}

  /**
   * The run has ended; no method is called after this one. Does nothing unless overridden.
   *
   * @param report the result of the run; an exception thrown here is logged, but not in the report
   */
  default void ended(BatchReport<I> report) {}
}
