package dev.reprise.state;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of places for elements. A place that was taken always has an element. Memory is
 * allocated only for places that are taken. Safe for use by any thread, without locks.
 */
final class StateSlots<T> {

  private static final int PAGE = 256;

  private final int count;
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicReferenceArray<@Nullable AtomicReferenceArray<@Nullable T>> pages;

  StateSlots(int count) {
    this.count = count;
    pages = new AtomicReferenceArray<>((count + PAGE - 1) / PAGE);
  }

  /** Puts an element into the next free place; returns false if there is none. */
  boolean tryAdd(T thing) {
    if (taken.get() == count) {
      return false;
    }
    int place = taken.getAndUpdate(before -> Math.min(before + 1, count));
    if (place == count) {
      return false;
    }
    pageOf(place).set(place % PAGE, thing);
    return true;
  }

  private AtomicReferenceArray<@Nullable T> pageOf(int place) {
    int index = place / PAGE;
    AtomicReferenceArray<@Nullable T> page = pages.get(index);
    if (page == null) {
      AtomicReferenceArray<@Nullable T> made = new AtomicReferenceArray<>(PAGE);
      // If several threads need a new page at the same time, one of them sets it for all.
      page = pages.compareAndExchange(index, null, made);
      return page == null ? made : page;
    }
    return page;
  }

  /** Element of a place; null if it is free, or if the thread that took it has not set it yet. */
  @Nullable T get(int place) {
    AtomicReferenceArray<@Nullable T> page = pages.get(place / PAGE);
    return page == null ? null : page.get(place % PAGE);
  }

  /** Replaces an element; returns false if it was replaced already. */
  boolean replace(int place, T thing, T by) {
    return pageOf(place).compareAndSet(place % PAGE, thing, by);
  }
}
