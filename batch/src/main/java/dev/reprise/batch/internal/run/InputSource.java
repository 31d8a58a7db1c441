package dev.reprise.batch.internal.run;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The source of items, read one by one by the coordinator. */
public final class InputSource<I> {

  private final Iterator<? extends I> items;
  private final boolean drained;
  private boolean open = true;
  private boolean exhausted;
  private @Nullable Throwable failure;
  private long read;

  /**
   * Wraps an iterator.
   *
   * @param drained whether it is read to its end even when the run is stopped
   */
  public InputSource(Iterator<? extends I> items, boolean drained) {
    this.items = items;
    this.drained = drained;
  }

  /** Returns the next item; null at the end, which closes the source. */
  @Nullable I next() {
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

  boolean isDrained() {
    return drained;
  }

  boolean isExhausted() {
    return exhausted;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  /** Returns the number of items that were read: the position of the last one plus one. */
  long read() {
    return read;
  }
}
