package dev.reprise.testbed.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The responses that wait to be released. Thread-safe. */
final class StalledResponses {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Runnable> waiting = new ArrayList<>();

  void add(Runnable then) {
    lock.lock();
    try {
      waiting.add(then);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void release() {
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

  boolean await(int answers, Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lockInterruptibly();
    try {
      while (waiting.size() < answers) {
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
