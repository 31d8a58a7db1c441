package dev.reprise.grpc;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one after another. The thread that adds a task to an idle queue runs it, and then all
 * tasks that were added meanwhile; no thread waits for another one. As the {@code
 * SynchronizationContext} of grpc, but a task that finds the queue idle needs no node.
 */
final class SerialQueue extends AtomicInteger {

  /*
   * Concurrency. The number counts the tasks that are added and not yet run; the thread that makes
   * it 1 owns the queue until it makes it 0. A task is in the list before it is counted, so an
   * owner that sees a count finds a task. The writes of one owner are visible to the next by the
   * number. A task that is added by the owner itself is counted and run later, in constant stack.
   */

  private static final long serialVersionUID = 1;

  private final transient Consumer<Throwable> failed;
  private transient volatile @Nullable ConcurrentLinkedQueue<Runnable> added;

  /**
   * An idle queue.
   *
   * @param failed receives what a task throws, on the thread that runs it
   */
  SerialQueue(Consumer<Throwable> failed) {
    this.failed = failed;
  }

  /** Runs a task now, or lets the thread run it that has the queue. */
  void execute(Runnable task) {
    if (compareAndSet(0, 1)) {
      run(task);
      if (decrementAndGet() == 0) {
        return;
      }
    } else {
      list().add(task);
      if (getAndIncrement() != 0) {
        return;
      }
    }
    do {
      Runnable next = list().poll();
      if (next != null) { // always, as explained above
        run(next);
      }
    } while (decrementAndGet() != 0);
  }

  private ConcurrentLinkedQueue<Runnable> list() {
    ConcurrentLinkedQueue<Runnable> known = added;
    return known == null ? created() : known;
  }

  /** A second look: two threads may add the first tasks. */
  private synchronized ConcurrentLinkedQueue<Runnable> created() {
    ConcurrentLinkedQueue<Runnable> known = added;
    if (known == null) {
      known = new ConcurrentLinkedQueue<>();
      added = known;
    }
    return known;
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable bug) {
      failed.accept(bug);
    }
  }
}
