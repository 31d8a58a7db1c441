package dev.reprise.testing;

import dev.reprise.time.Delayer;
import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a virtual time, in the order in which they are due; those due at the same moment in
 * the order in which they were added. Safe for use by any thread; tasks run outside the lock.
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

  /** Takes out the first task that is due before a moment; null if there is none. */
  synchronized @Nullable Entry takeDueBefore(long endNanos) {
    if (entries.isEmpty() || entries.first().dueNanos >= endNanos) {
      return null;
    }
    return entries.pollFirst();
  }

  /** Takes out the first task, whenever it is due; null if there is none. */
  synchronized @Nullable Entry takeFirst() {
    return entries.pollFirst();
  }

  synchronized int size() {
    return entries.size();
  }

  private synchronized void remove(Entry entry) {
    entries.remove(entry);
  }

  /** A task and the moment at which it is due. */
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
