package dev.reprise.batch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call in flight. */
final class Chunk<I> {

  final List<Entry<I>> entries;
  final int permits;
  final long startNanos;
  @Nullable Sending sending;

  Chunk(List<Entry<I>> entries, int permits, long startNanos) {
    this.entries = entries;
    this.permits = permits;
    this.startNanos = startNanos;
  }

  /** The items, unmodifiable. */
  static <I> List<I> items(List<Entry<I>> entries) {
    List<I> items = new ArrayList<>(entries.size());
    entries.forEach(entry -> items.add(entry.item()));
    return Collections.unmodifiableList(items);
  }
}
