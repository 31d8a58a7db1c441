package dev.reprise.batch.internal.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one group that may be sent, in their order. Entries that are {@linkplain
 * Entry#isPassedOver() passed over} fill at most half a call while there are others: a call that
 * accepts others shows that the service works, and a call without others shows nothing.
 */
final class GroupQueue<I> {

  private static final int OFTEN = 3;

  /** The golden ratio: its multiples are spread evenly over any interval. */
  private static final double GOLDEN = 0.618;

  private final Deque<Entry<I>> entries = new ArrayDeque<>();
  private final Deque<Entry<I>> passedOver = new ArrayDeque<>();
  private final int chunkSize;
  private final long maxWeight;
  private long weight;
  private long waitsSince;

  /** The position among the queues of other groups. */
  long turn;

  /** True if the queue is known to {@linkplain #holdsUnprocessed() hold unprocessed entries}. */
  boolean isWithUnprocessed;

  /** True if the queue is known to {@linkplain #fillsChunk() fill a call}. */
  boolean isFull;

  /** True if the queue is known to have entries. */
  boolean isWaiting;

  /** The tick since which the queue is known to {@linkplain #waitsSince() wait}. */
  long knownSince;

  GroupQueue(int chunkSize, long maxWeight, long turn) {
    this.chunkSize = chunkSize;
    this.maxWeight = maxWeight;
    this.turn = turn;
  }

  void addLast(Entry<I> entry, long tick) {
    entered(entry, tick);
    queueOf(entry).addLast(entry);
  }

  void addFirst(Entry<I> entry, long tick) {
    entered(entry, tick);
    queueOf(entry).addFirst(entry);
  }

  private Deque<Entry<I>> queueOf(Entry<I> entry) {
    return entry.isPassedOver() ? passedOver : entries;
  }

  private void entered(Entry<I> entry, long tick) {
    weight += entry.weight();
    entry.queuedAt(tick);
    waitsSince = isEmpty() ? entry.waitsSince() : earlier(waitsSince, entry.waitsSince());
  }

  private static long earlier(long one, long other) {
    return one - other < 0 ? one : other;
  }

  /**
   * Returns the tick since which an entry waits: of those in front, and of those added since the
   * last one left. Another one that waited longer becomes the front one soon.
   */
  long waitsSince() {
    return waitsSince;
  }

  void weightChanged(long difference) {
    weight += difference;
  }

  List<Entry<I>> chunk(long mostUnits, long tick) {
    List<Entry<I>> chunk = new ArrayList<>(Math.min(chunkSize, entries.size() + passedOver.size()));
    ChunkBuilder room = new ChunkBuilder(chunkSize, maxWeight, mostUnits);
    int most = entries.isEmpty() ? chunkSize : mostPassedOver();
    boolean fits = move(passedOver, most, room, chunk);
    fits = fits && move(entries, chunkSize, room, chunk);
    if (fits) {
      move(passedOver, chunkSize, room, chunk);
    }
    chunk.forEach(entry -> left(entry, tick));
    turn(chunk);
    return chunk;
  }

  private int mostPassedOver() {
    return Math.max(1, chunkSize / 2);
  }

  /** Moves at most a number of entries to a chunk; returns false if the next one does not fit. */
  private boolean move(Deque<Entry<I>> from, int most, ChunkBuilder room, List<Entry<I>> chunk) {
    for (int i = 0; i < most && !from.isEmpty(); i++) {
      if (!room.takes(from.getFirst())) {
        return false;
      }
      chunk.add(from.removeFirst());
    }
    return true;
  }

  private void left(Entry<I> entry, long tick) {
    weight -= entry.weight();
    entry.leftAt(tick);
    Entry<I> next = entries.peekFirst();
    Entry<I> over = passedOver.peekFirst();
    if (next != null && over != null) {
      waitsSince = earlier(next.waitsSince(), over.waitsSince());
    } else if (next != null || over != null) {
      waitsSince = (next == null ? over : next).waitsSince();
    }
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
    return entries.size() + Math.min(passedOver.size(), mostPassedOver()) >= chunkSize
        || (!isEmpty() && (weight >= maxWeight || weight < 0));
  }

  boolean holdsUnprocessed() {
    Entry<I> front = entries.peekFirst();
    return !passedOver.isEmpty() || (front != null && front.sends() > 0);
  }

  /** Returns the group of the entries; the queue must not be empty. */
  @Nullable Object group() {
    return (entries.isEmpty() ? passedOver : entries).getFirst().group();
  }

  @Nullable Entry<I> poll(long tick) {
    Entry<I> front = passedOver.isEmpty() ? entries.pollFirst() : passedOver.pollFirst();
    if (front != null) {
      left(front, tick);
    }
    return front;
  }

  boolean isEmpty() {
    return entries.isEmpty() && passedOver.isEmpty();
  }
}
