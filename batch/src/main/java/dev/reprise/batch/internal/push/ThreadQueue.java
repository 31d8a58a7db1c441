package dev.reprise.batch.internal.push;

import dev.reprise.time.Sleeper;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Threads that wait for a condition. A thread is added before it checks the condition, and the
 * thread that makes the condition true wakes all threads afterwards; so no thread misses it. A
 * thread of a fork/join pool that waits lets the pool start another one, if the pool can.
 */
public final class ThreadQueue {

  private static final long LONG_NANOS = Duration.ofHours(1).toNanos();

  private final Map<Object, Thread> waiting = new ConcurrentHashMap<>();

  /** Waits until the condition is true. */
  public void await(BooleanSupplier condition, Sleeper sleeper) throws InterruptedException {
    if (condition.getAsBoolean()) {
      return;
    }
    Object wait = new Object();
    waiting.put(wait, Thread.currentThread());
    try {
      block(new Wait(condition, sleeper));
    } finally {
      waiting.remove(wait);
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

  /** Wakes all threads, which check their conditions again. */
  public void wakeAll() {
    waiting.values().forEach(LockSupport::unpark);
  }
}
