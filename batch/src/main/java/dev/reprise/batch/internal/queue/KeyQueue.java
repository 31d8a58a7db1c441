package dev.reprise.batch.internal.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The items of one key: one that is ready, in flight or waiting, and those behind it. */
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

  /** The last that is not in flight, if there is one. */
  @Nullable Entry<I> last() {
    Entry<I> last = behind == null ? null : behind.peekLast();
    return last == null && !inFlight ? first : last;
  }

  /** The first of those behind, if there is one. */
  @Nullable Entry<I> second() {
    return behind == null ? null : behind.peek();
  }

  /** The first of those behind, if there is one, which then is not behind any more. */
  @Nullable Entry<I> takeSecond() {
    return behind == null ? null : behind.poll();
  }
}
