package dev.reprise.batch;

import java.util.List;

/**
 * Hears what becomes of items. Each item that was read is told exactly once, by one of the first
 * four methods. Called on the thread that coordinates the run, one call at a time: the caller of
 * {@code run}, or a thread of the environment's executor. It should return soon and must not throw:
 * what it throws is kept in the report, once, and changes nothing.
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
   * An item was given up. Does nothing unless overridden.
   *
   * @param failed the item and why
   */
  default void itemFailed(FailedItem<I> failed) {}

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
   * A call has ended, or the run has: the numbers so far. Does nothing unless overridden.
   *
   * @param counts the numbers
   */
  default void progressed(BatchCounts counts) {}
}
