package dev.reprise.batch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The entries that may be sent, those that come back from a wait in front. */
final class ReadyQueue<I> {

  private final Deque<Entry<I>> entries = new ArrayDeque<>();
  private final int chunkSize;
  private final long maxWeight;
  private long weight;

  ReadyQueue(int chunkSize, long maxWeight) {
    this.chunkSize = chunkSize;
    this.maxWeight = maxWeight;
  }

  void add(Entry<I> entry) {
    entries.addLast(entry);
    entered(entry);
  }

  void addInFront(List<Entry<I>> returning) {
    for (int i = returning.size() - 1; i >= 0; i--) {
      entries.addFirst(returning.get(i));
      entered(returning.get(i));
    }
  }

  /** An entry in this queue weighs more, or less, than before. */
  void weightChanged(long difference) {
    weight += difference;
  }

  /** As many entries from the front as one call takes that may carry so many units, or one. */
  List<Entry<I>> chunk(long mostUnits) {
    List<Entry<I>> chunk = new ArrayList<>(Math.min(chunkSize, entries.size()));
    long left = maxWeight;
    long units = mostUnits;
    Entry<I> next = entries.peekFirst();
    while (next != null
        && chunk.size() < chunkSize
        && next.weight() <= left
        && (next.cost() <= units || chunk.isEmpty())) {
      left -= next.weight();
      units -= next.cost();
      chunk.add(next);
      poll();
      next = entries.peekFirst();
    }
    return chunk;
  }

  /** Whether there is enough for a call. A sum beyond the range of numbers is enough. */
  boolean fillsChunk() {
    return entries.size() >= chunkSize || weight >= maxWeight || weight < 0;
  }

  /** Whether the next call would carry items that were sent before. */
  boolean holdsRest() {
    Entry<I> front = entries.peekFirst();
    return front != null && front.sends() > 0;
  }

  @Nullable Entry<I> poll() {
    Entry<I> front = entries.pollFirst();
    if (front != null) {
      weight -= front.weight();
      front.queued(false);
    }
    return front;
  }

  private void entered(Entry<I> entry) {
    weight += entry.weight();
    entry.queued(true);
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }
}
