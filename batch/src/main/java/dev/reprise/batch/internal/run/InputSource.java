package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.send.Mailbox;
import java.util.Collection;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The source of items, taken one by one by the coordinator. A collection is read by the coordinator
 * itself, an iterator by a {@link ReadAhead}.
 */
public final class InputSource<I> {

  private final Iterator<? extends I> items;
  private final boolean drained;
  private @Nullable ReadAhead<I> ahead;
  private boolean open = true;
  private boolean exhausted;
  private @Nullable Throwable failure;
  private long read;

  private InputSource(Iterator<? extends I> items, boolean drained) {
    this.items = items;
    this.drained = drained;
  }

  /** Wraps an iterator; if the run is stopped, items that were not read remain in it. */
  public static <I> InputSource<I> of(Iterator<? extends I> items) {
    return new InputSource<>(items, false);
  }

  /** Wraps a collection, which is read to its end even when the run is stopped. */
  public static <I> InputSource<I> of(Collection<? extends I> items) {
    return new InputSource<>(items.iterator(), true);
  }

  /** Starts to read; called before any other method. */
  void begin(BatchSettings<I> settings, Mailbox mailbox) {
    if (!drained) {
      ahead = settings.readAhead(items, () -> mailbox.post(() -> {}));
    }
  }

  /** Requests items from a source that is read ahead. */
  void request(int count) {
    if (ahead != null) {
      ahead.request(count);
    }
  }

  /** Returns whether {@link #next} returns without waiting for the source. */
  boolean isReady() {
    return ahead == null || ahead.isReady();
  }

  /** Returns whether the source is being read on another thread. */
  boolean isReading() {
    return ahead != null && ahead.isReading();
  }

  /** Returns whether items that were not taken yet must be accounted for after a stop. */
  boolean hasUntaken() {
    return open && (drained || (ahead != null && ahead.isReady()));
  }

  /** Reads no more items, unless the source is read to its end in any case. */
  void stop() {
    if (ahead != null) {
      ahead.stop();
    }
  }

  /** Ends the reading; an item that is being read is not counted. */
  void close() {
    if (ahead != null) {
      ahead.close();
    }
  }

  /** Returns the next item; null at the end, which closes the source. */
  @Nullable I next() {
    return ahead == null ? nextInPlace() : nextOf(ahead);
  }

  private @Nullable I nextOf(ReadAhead<I> reader) {
    I item = reader.poll();
    if (item != null) {
      read++;
      return item;
    }
    failure = reader.failure();
    exhausted = failure == null;
    open = false;
    return null;
  }

  private @Nullable I nextInPlace() {
    try {
      if (items.hasNext()) {
        I item = items.next();
        if (item == null) {
          throw new NullPointerException("the item at position " + read + " is null");
        }
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

  boolean isOpen() {
    return open;
  }

  boolean isExhausted() {
    return exhausted;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  /** Returns the number of items that were taken: the position of the last one plus one. */
  long read() {
    return read;
  }
}
