package dev.reprise.state;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A number of places, each of which holds one thing from when it is first taken. Memory is that of
 * the places taken, not of all. Safe for use by any thread, without locks.
 */
final class Places<T> {

  private static final int PAGE = 256;

  private final int count;
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicReferenceArray<@Nullable AtomicReferenceArray<@Nullable T>> pages;

  Places(int count) {
    this.count = count;
    pages = new AtomicReferenceArray<>((count + PAGE - 1) / PAGE);
  }

  /** Takes the next free place; false if there is none. */
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
      // Of several threads that come to a new page at a time, one sets it for all.
      page = pages.compareAndExchange(index, null, made);
      return page == null ? made : page;
    }
    return page;
  }

  /** What a place holds; null if nothing yet, as while the thread that took it has not set it. */
  @Nullable T get(int place) {
    AtomicReferenceArray<@Nullable T> page = pages.get(place / PAGE);
    return page == null ? null : page.get(place % PAGE);
  }

  /** Puts another thing in place of one; false if that has been replaced already. */
  boolean replace(int place, T thing, T by) {
    return pageOf(place).compareAndSet(place % PAGE, thing, by);
  }
}
