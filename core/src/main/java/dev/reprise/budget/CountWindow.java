package dev.reprise.budget;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts what happened in the last while, a few kinds of events apart. Time is cut into slots of a
 * power of two nanoseconds, 8 to 15 of them a window; the newest slot and as many before it count,
 * so a window is exact to an eighth. Ten seconds are ten slots of 2^30 ns: the last 9.7 to 10.7 s.
 *
 * <p>Counts are spread over {@link Stripes}, each a ring of sixteen cells. A cell is one word: the
 * round of the ring that it counts for (30 bits; rounds repeat after 36 years at the earliest) and
 * the count (34 bits, which saturates). A cell of another round counts as empty, and the first
 * count of its own round replaces it in one compare-and-set. Nothing is ever cleared, so no thread
 * can clear what another has just counted.
 *
 * <p>Every count goes to the newest slot that any thread has seen, however old its own tick. So a
 * tick out of order costs nothing, and the success of a long call, told with its start tick, counts
 * for the time at which it became known.
 *
 * <p>The races left, and what they cost. A thread that has read which slot is the newest, and is
 * overtaken, counts in the slot before: the window still holds it. If it is stopped there for a
 * whole window, its one count is lost. It cannot undo a newer round, either: having read the cell,
 * it makes sure that its slot is still the newest, and a cell that was replaced since fails its
 * compare-and-set.
 *
 * <p>A sum reads the newest slot and the one before it afresh. Those further back have settled, so
 * their sum is kept, one word a kind: the slot that was the newest (30 bits) and the sum (34 bits).
 * Whoever finds another slot there adds up anew. So a thread that was stopped for a whole slot, an
 * eighth of the window or less, may miss the sum of that time with its one count.
 */
final class CountWindow {

  private static final int RING_BITS = 4;
  private static final int RING = 1 << RING_BITS;
  private static final int COUNT_BITS = 34;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
  private static final int PAD = Stripes.STRIDE;
  private static final long NONE = -1;
  private static final int FRESH = 2;

  private final int kinds;
  private final int shift;
  private final int span;
  private final AtomicLong newest = new AtomicLong(NONE);
  private final AtomicLongArray cells;
  private final AtomicLongArray settled;

  /**
   * An empty window.
   *
   * @param windowNanos its length, at least 1 s
   * @param kinds how many kinds of events it counts
   */
  CountWindow(long windowNanos, int kinds) {
    this.kinds = kinds;
    this.shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(windowNanos) - (RING_BITS - 1);
    this.span = (int) (windowNanos >>> shift) + 1;
    this.cells = new AtomicLongArray(PAD + kinds * Stripes.COUNT * RING + PAD);
    this.settled = new AtomicLongArray(PAD + kinds + PAD);
    for (int kind = 0; kind < kinds; kind++) {
      settled.set(PAD + kind, NONE);
    }
  }

  /**
   * How far apart the same slot counts twice: whoever fills the window to a limit again and again
   * counts as many as the limit in each such time.
   */
  long periodNanos() {
    return (long) span << shift;
  }

  /** Counts one event. */
  void add(int kind, long tick) {
    int stripe = Stripes.mine();
    while (true) {
      long slot = advance(tick);
      int index = index(kind, stripe, slot);
      long cell = cells.get(index);
      if (isStale(cell, slot)) {
        continue;
      }
      if (cells.compareAndSet(index, cell, plusOne(cell, slot))) {
        return;
      }
    }
  }

  /**
   * Counts one event unless the window holds as many as the limit. All events of a kind must come
   * through here or none: they share one stripe, so that whoever counts in the meantime makes the
   * compare-and-set fail. Only threads that meet at the turn of a slot can go past the limit, by
   * one each.
   */
  boolean tryAdd(int kind, long limit, long tick) {
    while (true) {
      long slot = advance(tick);
      int index = index(kind, 0, slot);
      long cell = cells.get(index);
      if (isStale(cell, slot)) {
        continue;
      }
      if (sum(kind, tick) >= limit) {
        return false;
      }
      if (cells.compareAndSet(index, cell, plusOne(cell, slot))) {
        return true;
      }
    }
  }

  /** How many events of a kind the window holds. */
  long sum(int kind, long tick) {
    long head = advance(tick);
    long kept = settled.get(PAD + kind);
    long old =
        kept != NONE && ((kept >>> COUNT_BITS) == (tag(head) >>> COUNT_BITS))
            ? kept & COUNT_MASK
            : settle(kind, head);
    return old + sum(kind, head, 0, FRESH);
  }

  /**
   * Whether it holds no event of any kind. The newest slots are looked at first: where anything
   * happened, it is most likely there.
   */
  boolean isEmpty(long tick) {
    long head = advance(tick);
    for (int back = 0; back < span; back++) {
      for (int kind = 0; kind < kinds; kind++) {
        if (sum(kind, head, back, back + 1) > 0) {
          return false;
        }
      }
    }
    return true;
  }

  private long settle(int kind, long head) {
    long sum = sum(kind, head, FRESH, span);
    if (sum < COUNT_MASK) {
      settled.set(PAD + kind, tag(head) + sum);
    }
    return sum;
  }

  private static long tag(long slot) {
    return slot << COUNT_BITS;
  }

  /** What the slots hold from some way behind the newest to some further way behind it. */
  private long sum(int kind, long head, int from, int to) {
    long sum = 0;
    for (int back = from; back < to; back++) {
      long slot = ((head - back) << shift) >>> shift;
      for (int stripe = 0; stripe < Stripes.COUNT; stripe++) {
        long cell = cells.get(index(kind, stripe, slot));
        sum += isOf(cell, slot) ? cell & COUNT_MASK : 0;
      }
    }
    return sum;
  }

  private long advance(long tick) {
    long slot = tick >>> shift;
    while (true) {
      long head = newest.get();
      long ahead = (slot - head) << shift;
      if (head != NONE && (ahead == 0 || Ticks.isBehind(ahead))) {
        return head;
      }
      if (newest.compareAndSet(head, slot)) {
        return slot;
      }
    }
  }

  /** Whether the cell is to be replaced, but by a newer slot than the one at hand. */
  private boolean isStale(long cell, long slot) {
    return !isOf(cell, slot) && newest.get() != slot;
  }

  private static boolean isOf(long cell, long slot) {
    return ((cell ^ round(slot)) >>> COUNT_BITS) == 0;
  }

  private static long plusOne(long cell, long slot) {
    if (!isOf(cell, slot)) {
      return round(slot) + 1;
    }
    return (cell & COUNT_MASK) == COUNT_MASK ? cell : cell + 1;
  }

  private static long round(long slot) {
    return (slot >>> RING_BITS) << COUNT_BITS;
  }

  private static int index(int kind, int stripe, long slot) {
    return PAD + (kind * Stripes.COUNT + stripe) * RING + (int) (slot & (RING - 1));
  }
}
