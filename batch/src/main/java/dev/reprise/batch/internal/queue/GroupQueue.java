package dev.reprise.batch.internal.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The entries of one group that may be sent, in their order. */
final class GroupQueue<I> {

  private static final int OFTEN = 3;

  /** The golden ratio: its multiples are spread evenly over any interval. */
  private static final double GOLDEN = 0.618;

  private final Deque<Entry<I>> entries = new ArrayDeque<>();
  private final int chunkSize;
  private final long maxWeight;
  private long weight;

  GroupQueue(int chunkSize, long maxWeight) {
    this.chunkSize = chunkSize;
    this.maxWeight = maxWeight;
  }

  void addLast(Entry<I> entry) {
    entries.addLast(entry);
    entered(entry);
  }

  void addFirst(Entry<I> entry) {
    entries.addFirst(entry);
    entered(entry);
  }

  private void entered(Entry<I> entry) {
    weight += entry.weight();
    entry.queued(true);
  }

  void weightChanged(long difference) {
    weight += difference;
  }

  List<Entry<I>> chunk(long mostUnits) {
    List<Entry<I>> chunk = new ArrayList<>(Math.min(chunkSize, entries.size()));
    ChunkBuilder room = new ChunkBuilder(chunkSize, maxWeight, mostUnits);
    Entry<I> next = entries.peekFirst();
    while (next != null && room.takes(next)) {
      chunk.add(next);
      poll();
      next = entries.peekFirst();
    }
    turn(chunk);
    return chunk;
  }

  /**
   * Rotates a chunk so that an unprocessed entry gets a different position: its position may be the
   * cause.
   */
  private static void turn(List<? extends Entry<?>> chunk) {
    int sends = chunk.isEmpty() ? 0 : chunk.get(0).sends();
    if (sends >= OFTEN) {
      Collections.rotate(chunk, (int) (GOLDEN * sends * chunk.size()));
    }
  }

  /** Returns whether there are enough entries for a call; a sum that overflows is enough. */
  boolean fillsChunk() {
    return entries.size() >= chunkSize
        || (!entries.isEmpty() && (weight >= maxWeight || weight < 0));
  }

  boolean holdsUnprocessed() {
    Entry<I> front = entries.peekFirst();
    return front != null && front.sends() > 0;
  }

  /** Returns the group of the entries; the queue must not be empty. */
  @Nullable Object group() {
    return entries.getFirst().group();
  }

  @Nullable Entry<I> poll() {
    Entry<I> front = entries.pollFirst();
    if (front != null) {
      weight -= front.weight();
      front.queued(false);
    }
    return front;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }
}
