package dev.reprise.batch.internal.push;

import dev.reprise.time.Sleeper;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Threads that wait for a condition, the one that waits longest first. A thread is added before it
 * checks the condition, and the thread that makes the condition true wakes threads afterwards; so
 * none misses it. A thread stays in the queue until it returns from its wait: if not all threads
 * are woken, one that returns must wake others if the condition is still true. A thread of a
 * fork/join pool that waits lets the pool start another one, if the pool can.
 */
public final class ThreadQueue {

  private static final long LONG_NANOS = Duration.ofHours(1).toNanos();

  /** Guarded by its monitor, which is not held while a thread waits. */
  private final Map<Object, Thread> waiting = new LinkedHashMap<>();

  /** Waits until the condition is true. */
  public void await(BooleanSupplier condition, Sleeper sleeper) throws InterruptedException {
    if (condition.getAsBoolean()) {
      return;
    }
    Object wait = new Object();
    synchronized (waiting) {
      waiting.put(wait, Thread.currentThread());
    }
    try {
      block(new Wait(condition, sleeper));
    } finally {
      synchronized (waiting) {
        waiting.remove(wait);
      }
    }
  }

  private static void block(Wait wait) throws InterruptedException {
    try {
      ForkJoinPool.managedBlock(wait);
    } catch (RejectedExecutionException noMoreThreads) {
      // The pool has as many threads as it may have.
      while (!wait.block()) {
        // woken for another reason
      }
    }
  }

  private record Wait(BooleanSupplier condition, Sleeper sleeper)
      implements ForkJoinPool.ManagedBlocker {

    @Override
    public boolean block() throws InterruptedException {
      if (!isReleasable()) {
        sleeper.sleep(LONG_NANOS);
      }
      return isReleasable();
    }

    @Override
    public boolean isReleasable() {
      return condition.getAsBoolean();
    }
  }

  /**
   * Wakes the threads that wait longest, which check their conditions again.
   *
   * @param most the maximum number of threads; none is woken if it is not positive
   * @return the number of threads that were woken
   */
  public long wake(long most) {
    long woken = 0;
    synchronized (waiting) {
      if (waiting.isEmpty()) {
        return 0;
      }
      for (Thread thread : waiting.values()) {
        if (woken >= most) {
          return woken;
        }
        LockSupport.unpark(thread);
        woken++;
      }
    }
    return woken;
  }

  /** Wakes all threads, which check their conditions again. */
  public void wakeAll() {
    long unused = wake(Long.MAX_VALUE);
  }
}
