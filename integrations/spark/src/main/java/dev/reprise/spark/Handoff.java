package dev.reprise.spark;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands elements from the thread that has them to one that iterates. Each waits for the other, the
 * one that has them only while the other is there.
 */
final class Handoff<T> implements Iterator<T> {

  private static final Object END = new Object();
  private static final long LOOK_MILLIS = 50;

  private final BlockingQueue<Object> queue;
  private @Nullable Object next;

  Handoff(int capacity) {
    queue = new ArrayBlockingQueue<>(capacity);
  }

  /** Waits for room, unless the other has gone. */
  void put(T element, BooleanSupplier gone) throws InterruptedException {
    give(element, gone);
  }

  /** Says that there is no more; waits for room, unless the other has gone. */
  void end(BooleanSupplier gone) throws InterruptedException {
    give(END, gone);
  }

  private void give(Object element, BooleanSupplier gone) throws InterruptedException {
    while (!gone.getAsBoolean()) {
      if (queue.offer(element, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  /** Hands over only if there is room. */
  boolean offer(T element) {
    return queue.offer(element);
  }

  /** Says that there is no more, only if there is room. */
  boolean offerEnd() {
    return queue.offer(END);
  }

  /** Takes back what nobody has taken, and says that there is no more. */
  void abandon() {
    do {
      queue.clear();
    } while (!queue.offer(END));
  }

  /** Whether an element, or the end, is there to take without waiting. */
  boolean isReady() {
    return next != null || !queue.isEmpty();
  }

  /** As {@link #isReady}, after waiting for a moment if nothing is. */
  boolean isReadySoon() {
    if (next == null) {
      try {
        next = queue.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException interrupted) {
        throw interrupted();
      }
    }
    return next != null;
  }

  @Override
  public boolean hasNext() {
    if (next == null) {
      try {
        next = queue.take();
      } catch (InterruptedException interrupted) {
        throw interrupted();
      }
    }
    return next != END;
  }

  private static CancellationException interrupted() {
    Thread.currentThread().interrupt();
    return new CancellationException("interrupted");
  }

  @Override
  @SuppressWarnings("unchecked") // only END is no T
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    T element = (T) Objects.requireNonNull(next);
    next = null;
    return element;
  }
}
