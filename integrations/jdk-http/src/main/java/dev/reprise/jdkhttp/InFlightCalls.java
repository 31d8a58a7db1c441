package dev.reprise.jdkhttp;

import dev.reprise.Retry;
import dev.reprise.http.client.CancellableWaits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the running requests of a client, including waits between attempts. After a shutdown, the
 * wrapped client is shut down only when the last request has ended, so that retries still work.
 */
final class InFlightCalls {

  private final ClientShutdown wrapped;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition allEnded = lock.newCondition();
  private final Map<Object, CompletableFuture<?>> futures = new ConcurrentHashMap<>();
  private final Set<CancellableWaits> waits = ConcurrentHashMap.newKeySet();
  private int running;
  private boolean shut;
  private boolean ended;
  private volatile boolean shutNow;

  InFlightCalls(ClientShutdown wrapped) {
    this.wrapped = wrapped;
  }

  /** A call of a retry on this thread. */
  @FunctionalInterface
  interface BlockingCall<R, X extends Exception> {

    R make(Retry retry) throws X;
  }

  /** Starts a request; returns false after a shutdown. */
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

  /** Ends a request that was started. */
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
      wrapped.shutdown();
    } finally {
      lock.lock();
      try {
        ended = true;
        allEnded.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Registers a future, which {@link #shutdownNow} cancels if it is not complete. */
  void register(CompletableFuture<?> future) {
    Object key = new Object();
    futures.put(key, future);
    if (shutNow) {
      future.cancel(true);
    }
    CompletableFuture<?> unused = future.whenComplete((value, failure) -> futures.remove(key));
  }

  /**
   * Makes a blocking call. {@link #shutdownNow} ends its wait between two attempts, with the
   * outcome of the last attempt.
   *
   * @param call receives the retry to use
   */
  <R, X extends Exception> R waiting(Retry retry, BlockingCall<R, X> call) throws X {
    CancellableWaits own = new CancellableWaits();
    waits.add(own);
    try {
      if (shutNow) {
        own.cancel();
      }
      return call.make(own.of(retry));
    } finally {
      waits.remove(own);
    }
  }

  /** Returns true after {@link #shutdownNow}: no attempt may start. */
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
    waits.forEach(CancellableWaits::cancel);
    wrapped.shutdownNow();
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
    return wrapped.isTerminated();
  }

  boolean awaitTermination(Duration limit) throws InterruptedException {
    long start = System.nanoTime();
    long total = nanosOf(limit);
    if (!awaitEnd(total)) {
      return false;
    }
    long remaining = Math.max(0, total - (System.nanoTime() - start));
    return wrapped.awaitTermination(Duration.ofNanos(remaining));
  }

  private boolean awaitEnd(long limitNanos) throws InterruptedException {
    long remaining = limitNanos;
    lock.lockInterruptibly();
    try {
      while (!ended) {
        if (remaining <= 0) {
          return false;
        }
        remaining = allEnded.awaitNanos(remaining);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private static long nanosOf(Duration limit) {
    try {
      return Math.max(0, limit.toNanos());
    } catch (ArithmeticException beyondRange) {
      return limit.isNegative() ? 0 : Long.MAX_VALUE;
    }
  }

  /** Closes like the JDK's client: an interrupt makes it {@link #shutdownNow}. */
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
    wrapped.close();
  }
}
