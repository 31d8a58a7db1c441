package dev.reprise.batch.internal.push;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The threads that run code of one kind, which must not wait for its own end. */
public final class MarkedThreads {

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  /** Marks this thread; returns false if it was marked before, and then must not be unmarked. */
  public boolean mark() {
    return threads.add(Thread.currentThread());
  }

  public void unmark() {
    threads.remove(Thread.currentThread());
  }

  /** Returns whether this thread is marked. */
  public boolean isHere() {
    return threads.contains(Thread.currentThread());
  }
}
