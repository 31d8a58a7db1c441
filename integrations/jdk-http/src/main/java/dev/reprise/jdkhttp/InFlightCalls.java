package dev.reprise.jdkhttp;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the running requests of a client, waits between attempts included. After a shutdown, the
 * wrapped client is shut down when the last request has ended, because a retry is not a new
 * request.
 */
final class InFlightCalls {

  private final ClientShutdown below;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition over = lock.newCondition();
  private final Map<Object, CompletableFuture<?>> futures = new ConcurrentHashMap<>();
  private int running;
  private boolean shut;
  private boolean ended;
  private volatile boolean shutNow;

  InFlightCalls(ClientShutdown below) {
    this.below = below;
  }

  /** Begins a request; returns false after a shutdown. */
  boolean enter() {
    lock.lock();
    try {
      if (shut) {
        return false;
      }
      running++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends a request that was begun. */
  void leave() {
    boolean last;
    lock.lock();
    try {
      running--;
      last = running == 0 && shut;
    } finally {
      lock.unlock();
    }
    if (last) {
      end();
    }
  }

  /**
   * After the last request: shuts down the wrapped client, then wakes the threads that wait for it.
   */
  private void end() {
    try {
      below.shutdown();
    } finally {
      lock.lock();
      try {
        ended = true;
        over.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Cancels a future that is not done when the client is shut down at once. */
  void watch(CompletableFuture<?> future) {
    Object key = new Object();
    futures.put(key, future);
    if (shutNow) {
      future.cancel(true);
    }
    CompletableFuture<?> unused = future.whenComplete((value, failure) -> futures.remove(key));
  }

  /** Returns true after {@link #shutdownNow}: no attempt may begin. */
  boolean isShutNow() {
    return shutNow;
  }

  void shutdown() {
    boolean last;
    lock.lock();
    try {
      last = !shut && running == 0;
      shut = true;
    } finally {
      lock.unlock();
    }
    if (last) {
      end();
    }
  }

  void shutdownNow() {
    shutNow = true;
    shutdown();
    for (CompletableFuture<?> future : List.copyOf(futures.values())) {
      future.cancel(true);
    }
    below.shutdownNow();
  }

  boolean isTerminated() {
    lock.lock();
    try {
      if (!ended) {
        return false;
      }
    } finally {
      lock.unlock();
    }
    return below.isTerminated();
  }

  boolean awaitTermination(Duration limit) throws InterruptedException {
    long start = System.nanoTime();
    long total = nanosOf(limit);
    if (!awaitEnd(total)) {
      return false;
    }
    long left = Math.max(0, total - (System.nanoTime() - start));
    return below.awaitTermination(Duration.ofNanos(left));
  }

  private boolean awaitEnd(long limitNanos) throws InterruptedException {
    long left = limitNanos;
    lock.lockInterruptibly();
    try {
      while (!ended) {
        if (left <= 0) {
          return false;
        }
        left = over.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private static long nanosOf(Duration limit) {
    try {
      return Math.max(0, limit.toNanos());
    } catch (ArithmeticException endless) {
      return limit.isNegative() ? 0 : Long.MAX_VALUE;
    }
  }

  /** As the JDK's own clients close: an interrupt makes it a shutdown at once. */
  void close() {
    boolean interrupted = false;
    shutdown();
    while (true) {
      try {
        if (awaitEnd(Long.MAX_VALUE)) {
          break;
        }
      } catch (InterruptedException interrupt) {
        interrupted = true;
        shutdownNow();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    below.close();
  }
}
