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
 * A bounded queue between a producer and a consumer that iterates. Each waits for the other; the
 * producer stops waiting when the consumer has ended.
 */
final class Handoff<T> implements Iterator<T> {

  private static final Object END = new Object();
  private static final long LOOK_MILLIS = 50;

  private final BlockingQueue<Object> queue;
  private @Nullable Object next;

  Handoff(int capacity) {
    queue = new ArrayBlockingQueue<>(capacity);
  }

  /** Adds an element; waits for space while the consumer has not ended. */
  void put(T element, BooleanSupplier gone) throws InterruptedException {
    give(element, gone);
  }

  /** Adds the end; waits for space while the consumer has not ended. */
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

  /** Adds an element if there is space. */
  boolean offer(T element) {
    return queue.offer(element);
  }

  /** Adds the end if there is space. */
  boolean offerEnd() {
    return queue.offer(END);
  }

  /** Removes all queued elements and adds the end. */
  void abandon() {
    do {
      queue.clear();
    } while (!queue.offer(END));
  }

  /** Returns whether an element or the end is queued. */
  boolean isReady() {
    return next != null || !queue.isEmpty();
  }

  /** As {@link #isReady}, but waits briefly if the queue is empty. */
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
