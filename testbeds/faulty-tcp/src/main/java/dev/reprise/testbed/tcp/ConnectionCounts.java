package dev.reprise.testbed.tcp;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts of the connections of a proxy. Thread-safe. */
final class ConnectionCounts {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int opened;
  private int open;
  private int cut;

  void opened() {
    locked(
        () -> {
          opened++;
          open++;
        });
  }

  void cut() {
    locked(() -> cut++);
  }

  void closed() {
    locked(() -> open--);
  }

  void rejected() {
    locked(
        () -> {
          opened++;
          cut++;
        });
  }

  Snapshot snapshot() {
    lock.lock();
    try {
      return new Snapshot(opened, open, cut);
    } finally {
      lock.unlock();
    }
  }

  boolean awaitOpen(int connections, Duration atMost) throws InterruptedException {
    long remaining = atMost.toNanos();
    lock.lockInterruptibly();
    try {
      while (open != connections) {
        if (remaining <= 0) {
          return false;
        }
        remaining = changed.awaitNanos(remaining);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  record Snapshot(int opened, int open, int cut) {}
}
