package dev.reprise.batch.internal.run;

import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Reads an iterator on an executor, in requests for a number of items, so that a source that blocks
 * does not block the run.
 *
 * <p>The coordinator and the thread that reads meet here. At most one request is in progress. The
 * monitor guards its beginning, its end and its interruption; it is not held for each item, nor
 * while code of a user runs.
 */
final class ReadAhead<I> {

  private final Iterator<? extends I> items;
  private final Executor executor;
  private final boolean interrupts;
  private final Runnable onItems;
  private final Queue<I> buffer = new ConcurrentLinkedQueue<>();
  private volatile boolean reading;
  private volatile boolean stopped;
  private volatile boolean closed;
  private volatile boolean ended;
  private volatile @Nullable Throwable failure;
  private @Nullable Thread reader;

  /**
   * Creates a reader.
   *
   * @param interrupts whether the executor's thread may be interrupted to stop it
   * @param onItems called on the executor when items or the end are there, or a request ended
   */
  ReadAhead(Iterator<? extends I> items, Executor executor, boolean interrupts, Runnable onItems) {
    this.items = items;
    this.executor = executor;
    this.interrupts = interrupts;
    this.onItems = onItems;
  }

  /** Requests items, unless a request is in progress or there are no more. */
  void request(int count) {
    synchronized (this) {
      if (reading || ended || stopped) {
        return;
      }
      reading = true;
    }
    try {
      executor.execute(() -> read(count));
    } catch (RuntimeException | Error rejection) {
      synchronized (this) {
        if (reading && reader == null) {
          reading = false;
          end(rejection);
        }
      }
    }
  }

  private void read(int count) {
    synchronized (this) {
      reader = Thread.currentThread();
    }
    boolean more = true;
    for (int i = 0; more && i < count; i++) {
      more = readOne();
    }
    synchronized (this) {
      reading = false;
      reader = null;
      boolean unused = interrupts && Thread.interrupted();
    }
    onItems.run();
  }

  private boolean readOne() {
    if (stopped) {
      return false;
    }
    I item;
    try {
      if (!items.hasNext()) {
        end(null);
        return false;
      }
      item = items.next();
    } catch (Throwable thrown) {
      end(thrown);
      return false;
    }
    return add(item);
  }

  /**
   * Adds an item. If it is the first one then, the coordinator may have seen that there is none;
   * else it takes this one after the others.
   */
  @SuppressWarnings("ReferenceEquality") // an equal item may be another one
  private boolean add(@Nullable I item) {
    if (item == null) {
      end(new NullPointerException("an item is null"));
      return false;
    }
    if (closed) {
      return false;
    }
    buffer.add(item);
    if (buffer.peek() == item) {
      onItems.run();
    }
    return true;
  }

  private void end(@Nullable Throwable thrown) {
    failure = thrown;
    ended = true;
  }

  /** Removes the next item that was read; null if there is none. */
  @Nullable I poll() {
    return buffer.poll();
  }

  /** Returns whether an item or the end was read. */
  boolean isReady() {
    return !buffer.isEmpty() || ended;
  }

  /** Returns whether a request is in progress. */
  boolean isReading() {
    return reading;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  /** Reads no further item; one that is being read may still come. */
  synchronized void stop() {
    stopped = true;
    Thread running = reader;
    if (interrupts && running != null) {
      running.interrupt();
    }
  }

  /** Drops items from now on. */
  void close() {
    closed = true;
  }
}
