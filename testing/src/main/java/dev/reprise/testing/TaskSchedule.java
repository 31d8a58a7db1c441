package dev.reprise.testing;

import dev.reprise.time.Delayer;
import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a virtual time in the order of their due times; tasks with equal times in the order
 * in which they were added. Safe for use by several threads; tasks run outside the lock.
 */
final class TaskSchedule {

  private final TreeSet<Entry> entries =
      new TreeSet<>(
          Comparator.comparingLong((Entry entry) -> entry.dueNanos)
              .thenComparingLong(entry -> entry.number));
  private long added;

  synchronized Entry add(Runnable task, long dueNanos) {
    Entry entry = new Entry(task, dueNanos, added++);
    entries.add(entry);
    return entry;
  }

  /** Removes the first task that is due before a time; null if there is none. */
  synchronized @Nullable Entry takeDueBefore(long endNanos) {
    if (entries.isEmpty() || entries.first().dueNanos >= endNanos) {
      return null;
    }
    return entries.pollFirst();
  }

  /** Removes the first task; null if there is none. */
  synchronized @Nullable Entry takeFirst() {
    return entries.pollFirst();
  }

  synchronized void clear() {
    entries.clear();
  }

  synchronized int size() {
    return entries.size();
  }

  private synchronized void remove(Entry entry) {
    entries.remove(entry);
  }

  /** A task with its due time. */
  final class Entry implements Delayer.Scheduled {

    private final Runnable task;
    private final long dueNanos;
    private final long number;

    private Entry(Runnable task, long dueNanos, long number) {
      this.task = task;
      this.dueNanos = dueNanos;
      this.number = number;
    }

    long dueNanos() {
      return dueNanos;
    }

    void run() {
      task.run();
    }

    @Override
    public void cancel() {
      remove(this);
    }
  }
}
