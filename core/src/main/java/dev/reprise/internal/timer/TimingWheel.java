package dev.reprise.internal.timer;

import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tasks in the order in which they are due, to the nanosecond. Adding and taking a task take
 * constant time for any number of tasks, and allocate nothing. For use by one thread.
 *
 * <p>This is the hierarchical timing wheel of Varghese and Lauck ("Hashed and Hierarchical Timing
 * Wheels", SOSP 1987, scheme 7) with two changes. The slots of the lowest level are one nanosecond
 * wide, so nothing is ever sorted; a slot of each further level is as wide as 32 below it, and 13
 * levels reach further than a {@code long}. Second, a level has 64 slots, twice as many as one slot
 * of the level above covers. So the next slot on a level can be distributed to the level below at
 * any time while the previous one is current: in small batches, between due tasks.
 *
 * <p>The {@linkplain #position position} is a tick up to which every task was handed out. A task is
 * on the lowest level on which its slot is fewer than 64 slots after that of the position. It
 * follows that on all levels but the lowest the position's own slot is empty, that the first
 * occupied slot of a level starts at or after the position, and that the level of a task falls as
 * time goes by.
 *
 * <p>A slot is a circular list, known by its last task. Tasks due at the same nanosecond are taken
 * in the order in which they were added if they were added to the same level; otherwise in any
 * order.
 */
final class TimingWheel {

  /** Largest number of tasks in a slot that is searched for its first task. */
  static final int SMALL_SLOT = 4;

  private static final int LEVELS = 13;
  private static final int SLOTS = 64;
  private static final int STEP = 5;

  /** The lowest level whose slots are distributed early; its slots are 34 ms wide. */
  private static final int AHEAD = 5;

  private final @Nullable TimedTask[] lasts = new TimedTask[LEVELS * SLOTS];
  private final int[] sizes = new int[LEVELS * SLOTS];
  private final long[] occupied = new long[LEVELS];

  private long position;
  private int size;
  private int dropped;
  private int swept = LEVELS * SLOTS;
  private int unswept;

  /** Tasks held, cancelled ones included. */
  int size() {
    return size;
  }

  /** Number of cancelled tasks that were dropped since the last call. */
  int takeDropped() {
    int count = dropped;
    dropped = 0;
    return count;
  }

  /** Counts a cancelled task that was found outside of the wheel. */
  void countDropped() {
    dropped++;
  }

  /** Adds a task, or releases it if it was cancelled. */
  void add(TimedTask task) {
    if (task.isCancelled()) {
      task.next = null;
      dropped++;
    } else {
      put(task);
    }
  }

  /**
   * Takes the first task that is due, which may have been cancelled.
   *
   * @return null if none is due
   */
  @Nullable TimedTask poll(long now) {
    while (true) {
      int level = firstLevel();
      if (level < 0 || startOfFirst(level) > now) {
        position = Math.max(position, now);
        return null;
      }
      position = startOfFirst(level);
      int slot = slot(level, position >>> shift(level));
      if (level == 0) {
        return take(slot);
      }
      pour(slot, Integer.MAX_VALUE);
    }
  }

  /**
   * Time of the next work, if nothing is added: that of the first task if its slot is small or
   * narrow, else the time at which the slot is distributed to the level below.
   *
   * @return {@link Long#MAX_VALUE} if there are no tasks
   */
  long next() {
    long next = Long.MAX_VALUE;
    for (int level = 0; level < LEVELS; level++) {
      if (occupied[level] != 0) {
        next = Math.min(next, next(level));
      }
    }
    return next;
  }

  private long next(int level) {
    long start = startOfFirst(level);
    int slot = slot(level, start >>> shift(level));
    if (level > 0 && sizes[slot] <= SMALL_SLOT) {
      return earliest(slot);
    }
    return level < AHEAD ? start : start - (1L << shift(level));
  }

  /**
   * Distributes a batch of tasks ahead of time.
   *
   * @return whether there was any
   */
  boolean pourAhead(int portion) {
    for (int level = AHEAD; level < LEVELS; level++) {
      int slot = slot(level, (position >>> shift(level)) + 1);
      if (sizes[slot] > SMALL_SLOT) {
        pour(slot, portion);
        return true;
      }
    }
    return false;
  }

  /** Returns whether a sweep is in progress. */
  boolean isSweeping() {
    return swept < lasts.length;
  }

  /** Begins to search all slots for cancelled tasks. */
  void startSweep() {
    swept = 0;
    unswept = sizes[0];
  }

  /** Continues the sweep for a portion of tasks. */
  void sweep(int portion) {
    int left = portion;
    while (isSweeping() && left > 0) {
      if (unswept > 0 && sizes[swept] > 0) {
        add(swept, take(swept));
        unswept--;
        left--;
      } else {
        swept++;
        unswept = isSweeping() ? sizes[swept] : 0;
      }
    }
  }

  /**
   * Removes all tasks that match and were not cancelled.
   *
   * @return the last of a circular list of them, or null
   */
  @Nullable TimedTask takeOut(Predicate<? super TimedTask> which) {
    TimedTask last = null;
    for (int slot = 0; slot < lasts.length; slot++) {
      for (int left = sizes[slot]; left > 0; left--) {
        TimedTask task = take(slot);
        if (!task.isCancelled() && which.test(task)) {
          last = append(last, task);
        } else {
          add(slot, task);
        }
      }
    }
    return last;
  }

  private void pour(int slot, int portion) {
    for (int left = Math.min(portion, sizes[slot]); left > 0; left--) {
      add(take(slot));
    }
  }

  private void put(TimedTask task) {
    long at = Math.max(task.due, position);
    int level = Math.max(0, (Long.SIZE - Long.numberOfLeadingZeros(at - position) - 2) / STEP);
    if ((at >>> shift(level)) - (position >>> shift(level)) >= SLOTS) {
      level++;
    }
    add(slot(level, at >>> shift(level)), task);
  }

  /** Adds a task to a slot, or releases it if it was cancelled. */
  private void add(int slot, TimedTask task) {
    if (task.isCancelled()) {
      dropped++;
      return;
    }
    lasts[slot] = append(lasts[slot], task);
    occupied[slot / SLOTS] |= 1L << slot;
    sizes[slot]++;
    size++;
  }

  private static TimedTask append(@Nullable TimedTask last, TimedTask task) {
    if (last == null) {
      task.next = task;
    } else {
      task.next = last.next;
      last.next = task;
    }
    return task;
  }

  private TimedTask take(int slot) {
    TimedTask last = Objects.requireNonNull(lasts[slot]);
    TimedTask first = Objects.requireNonNull(last.next);
    if (first == last) {
      lasts[slot] = null;
      occupied[slot / SLOTS] &= ~(1L << slot);
    } else {
      last.next = first.next;
    }
    first.next = null;
    sizes[slot]--;
    size--;
    return first;
  }

  private long earliest(int slot) {
    long earliest = Long.MAX_VALUE;
    TimedTask task = Objects.requireNonNull(lasts[slot]);
    for (int left = sizes[slot]; left > 0; left--) {
      earliest = Math.min(earliest, task.due);
      task = Objects.requireNonNull(task.next);
    }
    return earliest;
  }

  /** The level whose first slot starts first, the highest of several; -1 if there are no tasks. */
  private int firstLevel() {
    int first = -1;
    long earliest = Long.MAX_VALUE;
    for (int level = LEVELS - 1; level >= 0; level--) {
      if (occupied[level] != 0 && startOfFirst(level) < earliest) {
        first = level;
        earliest = startOfFirst(level);
      }
    }
    return first;
  }

  /** Start of the first occupied slot of a level. */
  private long startOfFirst(int level) {
    long index = position >>> shift(level);
    int ahead = Long.numberOfTrailingZeros(Long.rotateRight(occupied[level], (int) index));
    return (index + ahead) << shift(level);
  }

  private static int shift(int level) {
    return level * STEP;
  }

  private static int slot(int level, long index) {
    return level * SLOTS + (int) (index & (SLOTS - 1));
  }
}
