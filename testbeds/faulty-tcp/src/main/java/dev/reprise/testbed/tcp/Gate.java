package dev.reprise.testbed.tcp;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Where bytes wait while the proxy is stalled. Thread-safe. */
final class Gate {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<Direction> stalled = EnumSet.noneOf(Direction.class);
  private final Set<Link> held = new HashSet<>();

  void stall(Set<Direction> directions) {
    locked(() -> stalled.addAll(directions));
  }

  void hold(Link link) {
    locked(() -> held.add(link));
  }

  void release() {
    locked(
        () -> {
          stalled.clear();
          held.clear();
        });
  }

  /** Lets go of a connection that has ended, so that its threads end. */
  void forget(Link link) {
    locked(() -> held.remove(link));
  }

  /** Returns when bytes may pass, or when the connection has ended. */
  void pass(Direction direction, Link link) {
    lock.lock();
    try {
      while (!link.ended() && (stalled.contains(direction) || held.contains(link))) {
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
