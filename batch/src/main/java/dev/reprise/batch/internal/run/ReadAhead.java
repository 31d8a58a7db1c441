package dev.reprise.batch.internal.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Reads an iterator on an executor, in requests for a number of items, so that a source that blocks
 * does not block the run.
 *
 * <p>The coordinator and the thread that reads meet here. All fields are guarded by this object's
 * monitor, which is never held while code of a user runs. At most one request is in progress.
 */
final class ReadAhead<I> {

  private final Iterator<? extends I> items;
  private final Executor executor;
  private final boolean interrupts;
  private final Runnable onItems;
  private final Deque<I> buffer = new ArrayDeque<>();
  private boolean reading;
  private boolean stopped;
  private boolean closed;
  private boolean ended;
  private @Nullable Thread reader;
  private @Nullable Throwable failure;

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
    synchronized (this) {
      if (stopped) {
        return false;
      }
    }
    I item;
    try {
      if (!items.hasNext()) {
        synchronized (this) {
          end(null);
        }
        return false;
      }
      item = items.next();
    } catch (Throwable thrown) {
      synchronized (this) {
        end(thrown);
      }
      return false;
    }
    return add(item);
  }

  private boolean add(@Nullable I item) {
    boolean first;
    synchronized (this) {
      if (item == null) {
        end(new NullPointerException("an item is null"));
        return false;
      }
      if (closed) {
        return false;
      }
      first = buffer.isEmpty();
      buffer.add(item);
    }
    if (first) {
      onItems.run();
    }
    return true;
  }

  private synchronized void end(@Nullable Throwable thrown) {
    ended = true;
    failure = thrown;
  }

  /** Removes the next item that was read; null if there is none. */
  synchronized @Nullable I poll() {
    return buffer.poll();
  }

  /** Returns whether an item or the end was read. */
  synchronized boolean isReady() {
    return !buffer.isEmpty() || ended;
  }

  /** Returns whether a request is in progress. */
  synchronized boolean isReading() {
    return reading;
  }

  synchronized @Nullable Throwable failure() {
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
  synchronized void close() {
    closed = true;
  }
}
