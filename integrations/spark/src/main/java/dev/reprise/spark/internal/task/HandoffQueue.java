package dev.reprise.spark.internal.task;

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
 * A bounded queue between one producer and one consumer that iterates over it. Producer and
 * consumer wait for each other; the producer stops waiting when the consumer has ended.
 */
public final class HandoffQueue<T> implements Iterator<T> {

  private static final Object END = new Object();
  private static final long POLL_MILLIS = 50;

  private final BlockingQueue<Object> queue;
  private @Nullable Object next;

  public HandoffQueue(int capacity) {
    queue = new ArrayBlockingQueue<>(capacity);
  }

  /** Adds an element. Waits for space, until the consumer has ended. */
  public void put(T element, BooleanSupplier ended) throws InterruptedException {
    add(element, ended);
  }

  /** Adds the end mark. Waits for space, until the consumer has ended. */
  public void end(BooleanSupplier ended) throws InterruptedException {
    add(END, ended);
  }

  private void add(Object element, BooleanSupplier ended) throws InterruptedException {
    while (!ended.getAsBoolean()) {
      if (queue.offer(element, POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  /** Adds an element and returns true if there is space. */
  public boolean offer(T element) {
    return queue.offer(element);
  }

  /** Adds the end mark and returns true if there is space. */
  public boolean offerEnd() {
    return queue.offer(END);
  }

  /** Removes all queued elements and adds the end mark. */
  public void abandon() {
    do {
      queue.clear();
    } while (!queue.offer(END));
  }

  /** Returns whether an element or the end mark is queued. */
  public boolean isReady() {
    return next != null || !queue.isEmpty();
  }

  /** Like {@link #isReady}, but waits up to 50 ms if the queue is empty. */
  public boolean isReadySoon() {
    if (next == null) {
      try {
        next = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
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
  @SuppressWarnings("unchecked") // every element except END is a T
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    T element = (T) Objects.requireNonNull(next);
    next = null;
    return element;
  }
}
