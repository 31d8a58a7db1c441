package dev.reprise.batch.report;

import java.util.List;

/**
 * Hears what becomes of items and calls. Called on the thread that coordinates the run, one call at
 * a time: the caller of {@code run}, or a thread of the environment's executor. It should return
 * soon and must not throw: what it throws is kept in the report, once, and changes nothing.
 *
 * <p>What one run tells: each item that was read exactly once, by one of the first five methods;
 * each call once when it has ended, after the items that it settled; the numbers after that; at the
 * end the numbers once more, and the report. In short {@code (item* callEnded progressed)* item*
 * progressed ended}, where items that an ended call did not carry, such as superseded ones, come in
 * anywhere before {@code ended}.
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
   * The journal knew that an item was done in an earlier run, so it was not sent. Does nothing
   * unless overridden.
   *
   * @param item the item
   */
  default void itemDoneBefore(I item) {}

  /**
   * An item was given up. Does nothing unless overridden.
   *
   * @param dead the item and why
   */
  default void itemDead(DeadLetter<I> dead) {}

  /**
   * An item gave way to a later one of the same key. Does nothing unless overridden.
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
   * A call has ended, and the items that it settled have been told. Does nothing unless overridden.
   *
   * @param call the call
   */
  default void callEnded(BatchCall call) {}

  /**
   * A call has ended, or the run has: the numbers so far. Does nothing unless overridden.
   *
   * @param counts the numbers
   */
  default void progressed(BatchCounts counts) {}

  /**
   * The run has ended: nothing is told after it. Does nothing unless overridden.
   *
   * @param report what the run answers with; what is thrown at this is logged alone
   */
  default void ended(BatchReport<I> report) {}
}
