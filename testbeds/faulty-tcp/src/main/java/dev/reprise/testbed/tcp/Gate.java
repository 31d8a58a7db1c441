package dev.reprise.testbed.tcp;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Blocks the bytes of stalled directions and connections. Thread-safe. */
final class Gate {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<Direction> stalled = EnumSet.noneOf(Direction.class);
  private final Set<ProxyConnection> held = new HashSet<>();

  void stall(Set<Direction> directions) {
    locked(() -> stalled.addAll(directions));
  }

  void hold(ProxyConnection connection) {
    locked(() -> held.add(connection));
  }

  void release() {
    locked(
        () -> {
          stalled.clear();
          held.clear();
        });
  }

  /** Removes a connection that has ended, so that its threads end. */
  void forget(ProxyConnection connection) {
    locked(() -> held.remove(connection));
  }

  /** Waits until bytes can pass or the connection has ended. */
  void pass(Direction direction, ProxyConnection connection) {
    lock.lock();
    try {
      while (!connection.ended() && (stalled.contains(direction) || held.contains(connection))) {
        changed.awaitUninterruptibly();
      }
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
}
