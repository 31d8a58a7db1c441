package dev.reprise.testbed.dynamodb;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Faults for a given number of calls, the earliest first, each for all operations or for one. */
final class FaultQueue implements FaultScript {

  private final ReentrantLock lock = new ReentrantLock();
  private final List<Entry> entries = new ArrayList<>();

  private static final class Entry {
    final @Nullable String operation;
    final Fault fault;
    int left;

    Entry(@Nullable String operation, int left, Fault fault) {
      this.operation = operation;
      this.left = left;
      this.fault = fault;
    }

    boolean meets(String called) {
      return operation == null || operation.equals(called);
    }
  }

  void add(@Nullable String operation, int calls, Fault fault) {
    if (calls < 1) {
      throw new IllegalArgumentException("calls must be at least 1, but was " + calls);
    }
    lock.lock();
    try {
      entries.add(new Entry(operation, calls, fault));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Optional<Fault> faultFor(String operation) {
    lock.lock();
    try {
      for (Iterator<Entry> each = entries.iterator(); each.hasNext(); ) {
        Entry entry = each.next();
        if (entry.meets(operation)) {
          entry.left--;
          if (entry.left == 0) {
            each.remove();
          }
          return Optional.of(entry.fault);
        }
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }
}
