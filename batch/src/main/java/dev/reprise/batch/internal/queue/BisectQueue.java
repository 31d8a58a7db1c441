package dev.reprise.batch.internal.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The halves of chunks that the service refused as invalid. Each half is sent separately, the
 * oldest first.
 */
final class BisectQueue<I> {

  private final Deque<Half<I>> halves = new ArrayDeque<>();
  private final long maxWeight;

  BisectQueue(long maxWeight) {
    this.maxWeight = maxWeight;
  }

  /** Entries that are sent separately, and the permits for their call. */
  private record Half<I>(Deque<Entry<I>> entries, Permits permits) {

    static <I> Half<I> of(Collection<Entry<I>> entries, Permits permits) {
      return new Half<>(new ArrayDeque<>(entries), permits);
    }
  }

  /** The part of a half that fits into one call. */
  record Part<I>(List<Entry<I>> entries, Permits permits) {}

  /**
   * Queues the halves of a chunk.
   *
   * @param refused at least two entries
   */
  void split(List<Entry<I>> refused) {
    int middle = (refused.size() + 1) / 2;
    halves.addLast(Half.of(refused.subList(0, middle), Permits.NONE));
    halves.addLast(Half.of(refused.subList(middle, refused.size()), Permits.NONE));
  }

  /** Returns unprocessed or unsent entries of a half to the front. */
  void addInFront(List<Entry<I>> rest, Permits permits) {
    halves.addFirst(Half.of(rest, permits));
  }

  /**
   * Returns the next half, or the part of it that fits into a call of at most this many units. A
   * half can exceed the limits if a later item has replaced one of its items.
   */
  Part<I> next(long mostUnits) {
    Half<I> half = halves.removeFirst();
    ChunkBuilder room = new ChunkBuilder(Integer.MAX_VALUE, maxWeight, mostUnits);
    List<Entry<I>> entries = new ArrayList<>(half.entries.size());
    Entry<I> next = half.entries.peekFirst();
    while (next != null && room.takes(next)) {
      entries.add(half.entries.removeFirst());
      next = half.entries.peekFirst();
    }
    if (next != null) {
      halves.addFirst(new Half<>(half.entries, Permits.NONE));
    }
    return new Part<>(entries, half.permits);
  }

  /** Removes the next half; null if there is none. */
  @Nullable Part<I> poll() {
    Half<I> half = halves.pollFirst();
    return half == null ? null : new Part<>(List.copyOf(half.entries), half.permits);
  }

  boolean isEmpty() {
    return halves.isEmpty();
  }
}
