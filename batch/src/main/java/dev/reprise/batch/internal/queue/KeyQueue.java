package dev.reprise.batch.internal.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The items of one key: the first is ready, in flight or waiting for a retry; the others wait
 * behind it.
 */
public final class KeyQueue<I> {

  public final Object key;
  Entry<I> first;
  boolean inFlight;
  private @Nullable Deque<Entry<I>> behind;

  KeyQueue(Object key, Entry<I> first) {
    this.key = key;
    this.first = first;
  }

  void append(Entry<I> entry) {
    Deque<Entry<I>> line = behind;
    if (line == null) {
      line = new ArrayDeque<>();
      behind = line;
    }
    line.add(entry);
  }

  /** Returns the last entry that is not in flight, if there is one. */
  @Nullable Entry<I> last() {
    Entry<I> last = behind == null ? null : behind.peekLast();
    return last == null && !inFlight ? first : last;
  }

  /** Returns the first of the waiting entries, if there is one. */
  @Nullable Entry<I> second() {
    return behind == null ? null : behind.peek();
  }

  /** Removes the first of the waiting entries, if there is one. */
  @Nullable Entry<I> takeSecond() {
    return behind == null ? null : behind.poll();
  }
}
