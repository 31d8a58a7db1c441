package dev.reprise.testbed.http.internal.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Responses that wait for a release. Thread-safe. */
public final class StalledResponses {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Runnable> waiting = new ArrayList<>();

  public void add(Runnable then) {
    lock.lock();
    try {
      waiting.add(then);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public void release() {
    List<Runnable> released;
    lock.lock();
    try {
      released = List.copyOf(waiting);
      waiting.clear();
    } finally {
      lock.unlock();
    }
    released.forEach(Runnable::run);
  }

  public boolean await(int responses, Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lockInterruptibly();
    try {
      while (waiting.size() < responses) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }
}
