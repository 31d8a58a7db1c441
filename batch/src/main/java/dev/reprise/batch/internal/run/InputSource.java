package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.batch.report.SendResult;
import dev.reprise.decision.StopReason;
import java.util.Collection;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The source of items, taken one by one by the coordinator. A collection is read by the coordinator
 * itself, an iterator by a {@link ReadAhead}; {@link PushedItems} come from senders.
 */
public abstract class InputSource<I> {

  private boolean open = true;
  private boolean exhausted;
  private @Nullable Throwable failure;
  private long read;

  InputSource() {}

  /** Wraps an iterator; if the run is stopped, items that were not read remain in it. */
  public static <I> InputSource<I> of(Iterator<? extends I> items) {
    return new IteratorSource<>(items);
  }

  /** Wraps a collection, which is read to its end even when the run is stopped. */
  public static <I> InputSource<I> of(Collection<? extends I> items) {
    return new CollectionSource<>(items.iterator());
  }

  /** Starts to read; called before any other method of the coordinator. */
  void begin(BatchSettings<I> settings, Mailbox mailbox) {}

  /** Sets the number of items for which the run has room. */
  void roomFor(long items) {}

  /** Requests items from a source that is read ahead. */
  void request(int count) {}

  /** Returns whether {@link #next} returns without waiting for the source. */
  boolean isReady() {
    return true;
  }

  /**
   * Returns whether items can come while the run does something else, so that they are taken
   * although no call is free.
   */
  boolean isLive() {
    return false;
  }

  /** Returns whether all items are in memory, so that reading them early takes nothing away. */
  boolean isInMemory() {
    return false;
  }

  /**
   * Returns whether the run would take a further item if the source had one: the source is slow.
   */
  boolean isAwaited() {
    return isReading();
  }

  /** Returns whether the source is being read on another thread. */
  boolean isReading() {
    return false;
  }

  /** Returns whether items that are there must be sent without waiting for others. */
  boolean isFlushing() {
    return false;
  }

  /**
   * Returns whether a program pushes the items: then the time limit of the policy applies to each
   * item instead of the run, and the last item is not the end of an input.
   */
  boolean isPushed() {
    return false;
  }

  /** Returns whether items that were not taken yet must be accounted for after a stop. */
  final boolean hasUntaken() {
    return open && holdsUntaken();
  }

  abstract boolean holdsUntaken();

  /** Reads no more items, unless the source is read to its end in any case. */
  void stop(StopReason reason, @Nullable Throwable cause) {}

  /** Ends the reading; an item that is being read is not counted. */
  void close() {}

  /** Returns the next item; null at the end, which closes the source. */
  final @Nullable I next() {
    try {
      I item = take();
      if (item != null) {
        read++;
        return item;
      }
      exhausted = true;
    } catch (Throwable thrown) {
      failure = thrown;
    }
    open = false;
    return null;
  }

  /** Returns the next item, or null at the end; throws the failure of the source. */
  abstract @Nullable I take() throws Throwable;

  /** Reports the result of an item that is not dead and was not left out. */
  void settled(long position, SendResult result) {}

  /** Reports an item that was given up. */
  void dead(DeadLetter<I> letter) {}

  /**
   * Reports an item that was not sent because the run stops.
   *
   * @param cause the failure of the journal, if that is the reason
   */
  void notAttempted(long position, @Nullable Throwable cause) {}

  final boolean isOpen() {
    return open;
  }

  final boolean isExhausted() {
    return exhausted;
  }

  final @Nullable Throwable failure() {
    return failure;
  }

  /** Returns the number of items that were taken: the position of the last one plus one. */
  final long read() {
    return read;
  }

  /** Items that are in memory. */
  private static final class CollectionSource<I> extends InputSource<I> {

    private final Iterator<? extends I> items;

    CollectionSource(Iterator<? extends I> items) {
      this.items = items;
    }

    @Override
    boolean isInMemory() {
      return true;
    }

    @Override
    boolean holdsUntaken() {
      return true;
    }

    @Override
    @Nullable I take() {
      if (!items.hasNext()) {
        return null;
      }
      I item = items.next();
      if (item == null) {
        throw new NullPointerException("the item at position " + read() + " is null");
      }
      return item;
    }
  }
}
