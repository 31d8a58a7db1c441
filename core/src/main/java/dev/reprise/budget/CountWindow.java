package dev.reprise.budget;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts of recent events, separate for each kind of event, over a sliding window. Time is divided
 * into slots; the length of a slot is a power of two nanoseconds, and a window has 8 to 15 slots.
 * The newest slot and the slots of one window before it count, so the length of the window is exact
 * to an eighth. A window of ten seconds has slots of 2^30 ns and covers the last 9.7 to 10.7 s.
 *
 * <p>Counts are spread over {@link Stripes}. Each stripe is a ring of sixteen cells. A cell is one
 * word: the round of the ring that it counts for (30 bits; rounds repeat after 36 years at the
 * earliest) and the count (34 bits, which saturates). A cell of an older round counts as empty, and
 * the first count of the new round replaces it in one compare-and-set. Cells are never cleared, so
 * no thread can clear an event that a different thread has just counted.
 *
 * <p>Every event is counted in the newest slot that any thread has seen, however old its own tick
 * is. So a tick out of order does no harm, and the success of a long call, reported with its start
 * tick, counts at the time at which it was reported.
 *
 * <p>Remaining races and their effect: a thread reads the newest slot, and a different thread
 * begins a newer slot. The first thread then counts in the older slot, which the window still
 * includes. If the first thread is suspended for a whole window at this point, its one count is
 * lost. It cannot overwrite a newer round: after it has read the cell, it checks that its slot is
 * still the newest, and if the cell is replaced after the check, its compare-and-set fails.
 *
 * <p>A sum reads the newest slot and the slot before it each time. Older slots no longer change, so
 * their sum is cached, one word for each kind: the slot that was the newest (30 bits) and the sum
 * (34 bits). A thread that finds a different newest slot computes the sum again. If a thread is
 * suspended for a whole slot, which is an eighth of the window or less, the cached sum may lack its
 * one count.
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
   * Creates an empty window.
   *
   * @param windowNanos length of the window, at least 1 s
   * @param kinds number of kinds of events
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
   * Time from the start of a slot until it leaves the window. A caller that always fills the window
   * to a limit counts that limit once in each period.
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
   * Counts one event unless the window already holds {@code limit} events. Use this method for all
   * events of a kind or for none: these events share one stripe, so that an event counted at the
   * same time makes the compare-and-set fail. Only threads that count at the same time while a new
   * slot begins can exceed the limit, by one event each.
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

  /** Number of events of a kind in the window. */
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
   * Returns true if the window holds no event of any kind. It reads the newest slots first, since
   * recent events are the most likely.
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

  /**
   * Sum of the slots that are {@code from} (inclusive) to {@code to} (exclusive) slots older than
   * {@code head}.
   */
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

  /**
   * Returns true if the cell belongs to a different round and a newer slot has begun in the
   * meantime.
   */
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
