package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.send.InterruptibleThread;
import dev.reprise.time.Delayer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
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
  private final @Nullable Delayer interrupts;
  private final Runnable onItems;
  private final Deque<I> buffer = new ArrayDeque<>();
  private long added;
  private boolean reading;
  private boolean stopped;
  private boolean closed;
  private boolean ended;
  private @Nullable InterruptibleThread reader;
  private @Nullable Throwable failure;

  /**
   * Creates a reader.
   *
   * @param interrupts runs the interrupt that stops the executor's thread; null if it must not be
   *     interrupted
   * @param onItems called on the executor when items or the end are there, or a request ended
   */
  ReadAhead(
      Iterator<? extends I> items,
      Executor executor,
      @Nullable Delayer interrupts,
      Runnable onItems) {
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
    AtomicBoolean begun = new AtomicBoolean();
    try {
      executor.execute(() -> readOnce(begun, count));
    } catch (RuntimeException | Error rejection) {
      if (begun.compareAndSet(false, true)) {
        synchronized (this) {
          reading = false;
          end(rejection);
        }
      }
    }
  }

  /** Serves a request, unless the executor has run it before or has rejected it. */
  private void readOnce(AtomicBoolean begun, int count) {
    if (begun.compareAndSet(false, true)) {
      read(count);
    }
  }

  private void read(int count) {
    InterruptibleThread thread = InterruptibleThread.current();
    synchronized (this) {
      reader = thread;
    }
    boolean atEnd = false;
    Throwable thrown = null;
    try {
      for (int i = 0; !atEnd && i < count && mayRead(); i++) {
        atEnd = !items.hasNext();
        if (!atEnd) {
          add(items.next());
        }
      }
    } catch (Throwable ofSource) {
      thrown = ofSource;
    }
    boolean interrupted = thread.returned();
    boolean unused = interrupts != null && Thread.interrupted();
    synchronized (this) {
      reading = false;
      reader = null;
      if (thrown instanceof Error || (!interrupted && (atEnd || thrown != null))) {
        end(thrown); // otherwise the reason is the stop of the run
      }
    }
    onItems.run();
  }

  private synchronized boolean mayRead() {
    return !stopped && !closed;
  }

  private void add(@Nullable I item) {
    if (item == null) {
      throw new NullPointerException("the item at position " + position() + " is null");
    }
    boolean first;
    synchronized (this) {
      added++;
      if (closed) {
        return;
      }
      first = buffer.isEmpty();
      buffer.add(item);
    }
    if (first) {
      onItems.run();
    }
  }

  private synchronized long position() {
    return added;
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
  void stop() {
    InterruptibleThread running;
    synchronized (this) {
      stopped = true;
      running = reader;
    }
    if (interrupts != null && running != null) {
      running.interruptBy(interrupts);
    }
  }

  /** Drops items from now on. */
  synchronized void close() {
    closed = true;
  }
}
