package dev.reprise.internal.timer;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs code that must not run on the timer's thread: user code, such as an executor's {@code
 * execute}, an interrupt, which closes channels, or a user's task. All of it may block; a callback
 * that blocks delays only itself and callbacks with the same key.
 *
 * <p><b>Concurrency.</b> Callbacks with a key are in the line of that key, which is in {@link
 * #ready} at most once and not while a thread runs its first callback; so a key occupies at most
 * one thread. A callback without a key has its own line. A line with further callbacks returns to
 * the end of {@code ready} after each callback, so that all keys advance at the same pace.
 *
 * <p><b>Threads</b> are daemons, started when needed. One thread is enough as long as no callback
 * blocks. The duration of a callback is not known in advance, so it is observed: while a line is
 * ready, a check is scheduled with the timer, whose thread never blocks. If the first line in
 * {@code ready} has waited for {@link #PATIENCE_NANOS}, the check doubles the threads, up to
 * {@value #MAX_THREADS}. So a large number of callbacks alone does not start threads, and others
 * overtake a hundred blocked ones in less than ten checks.
 *
 * <p><b>None is lost.</b> A thread that makes a line ready first adds it, then sets {@link
 * #watched}; the check first clears it, then reads whether a line is ready. So one of them
 * schedules the next check, and the check starts a thread if there is none: if the last one ended
 * at the same moment, or could not be started for lack of memory.
 *
 * <p>A thread ends when it had nothing to do for a while, and after {@link #LIFE_NANOS} in any
 * case, since user code may have left values in its thread-locals.
 *
 * <p>The reasons and the measurements are in docs/design/timer.md.
 */
public final class CallbackExecutor {

  /**
   * Highest number of threads. Callbacks of other keys wait only if more than this number of keys
   * block.
   */
  static final int MAX_THREADS = 256;

  private static final long PATIENCE_NANOS = Duration.ofMillis(5).toNanos();
  private static final long IDLE_NANOS = Duration.ofSeconds(5).toNanos();
  private static final long LIFE_NANOS = Duration.ofSeconds(10).toNanos();

  private static final CallbackExecutor SHARED =
      new CallbackExecutor(
          Timer.shared(), work -> DetachedThread.of(work, "reprise-callbacks"), IDLE_NANOS);

  private final Timer timer;
  private final ThreadFactory threads;
  private final LongSupplier clock;
  private final long idleNanos;

  private final BlockingQueue<Line> ready = new LinkedBlockingQueue<>();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicBoolean watched = new AtomicBoolean();
  private final AtomicBoolean warned = new AtomicBoolean();

  /** Guards {@link #lines} and the callbacks of each; never held while user code runs. */
  private final ReentrantLock lock = new ReentrantLock();

  private final IdentityHashMap<Object, Line> lines = new IdentityHashMap<>();

  CallbackExecutor(Timer timer, ThreadFactory threads, long idleNanos) {
    this(timer, threads, System::nanoTime, idleNanos);
  }

  CallbackExecutor(Timer timer, ThreadFactory threads, LongSupplier clock, long idleNanos) {
    this.timer = timer;
    this.threads = threads;
    this.clock = clock;
    this.idleNanos = idleNanos;
  }

  /** The one of the library. */
  public static CallbackExecutor shared() {
    return SHARED;
  }

  /** Runs a callback soon. Its exceptions are logged once. */
  public void run(Runnable callback) {
    makeReady(new Line(null, callback));
  }

  /**
   * Runs a callback soon, after all earlier ones with the same key and never at the same time as
   * one of them.
   *
   * @param key owner of the code, compared by identity, such as an executor
   */
  public void runInTurn(Object key, Runnable callback) {
    Line begun = null;
    lock.lock();
    try {
      Line line = lines.get(key);
      if (line == null) {
        begun = new Line(key, callback);
        lines.put(key, begun);
      } else {
        line.callbacks.add(callback);
      }
    } finally {
      lock.unlock();
    }
    if (begun != null) {
      makeReady(begun);
    }
  }

  /** Threads that live now. */
  int threads() {
    return running.get();
  }

  /** Returns whether there are no callbacks to run. */
  boolean isIdle() {
    lock.lock();
    try {
      return ready.isEmpty() && lines.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private void makeReady(Line line) {
    line.sinceNanos = clock.getAsLong();
    ready.add(line);
    if (running.compareAndSet(0, 1)) {
      start();
    }
    watch();
  }

  /** Starts a thread that has been counted. */
  private void start() {
    try {
      threads.newThread(this::work).start();
    } catch (Throwable noThread) {
      // Not counted, so that the next check tries again: the line is ready and watched.
      running.decrementAndGet();
    }
  }

  private void watch() {
    if (watched.compareAndSet(false, true)) {
      try {
        timer.schedule(new Look(), PATIENCE_NANOS);
      } catch (OutOfMemoryError noThread) {
        // The check stays scheduled, and runs when the timer has started a thread.
      }
    }
  }

  private void look() {
    watched.set(false);
    // After the write: a line that became ready before it is seen here, a later one is watched by
    // the thread that adds it.
    Line first = ready.peek();
    if (first == null) {
      return;
    }
    if (clock.getAsLong() - first.sinceNanos >= PATIENCE_NANOS) {
      grow();
    }
    watch();
  }

  private void grow() {
    int now = running.get();
    int more = Math.min(Math.min(Math.max(1, now), ready.size()), MAX_THREADS - now);
    for (int started = 0; started < more; started++) {
      running.incrementAndGet();
      start();
    }
  }

  /** Body of a thread. */
  private void work() {
    long end = clock.getAsLong() + LIFE_NANOS;
    try {
      Line line = next();
      while (line != null) {
        line.run();
        line = clock.getAsLong() - end < 0 ? next() : null;
      }
    } finally {
      running.decrementAndGet();
      // A line that became ready before this is seen here; one that becomes ready later finds no
      // thread running.
      if (!ready.isEmpty() && running.compareAndSet(0, 1)) {
        start();
      }
    }
  }

  /** Returns null if there was no work for the idle time. */
  private @Nullable Line next() {
    boolean again = true;
    Line line = null;
    while (again) {
      try {
        line = ready.poll(idleNanos, TimeUnit.NANOSECONDS);
        again = false;
      } catch (InterruptedException ofSomebodyElse) {
        again = true;
      }
    }
    return line;
  }

  /** Runs user code, and removes the state that it leaves on the thread. */
  private void call(Runnable callback) {
    try {
      callback.run();
    } catch (Throwable bug) {
      warn(bug);
    }
    boolean unused = Thread.interrupted();
    ClassLoader usual = ClassLoader.getSystemClassLoader();
    if (Thread.currentThread().getContextClassLoader() != usual) {
      Thread.currentThread().setContextClassLoader(usual);
    }
  }

  private void warn(Throwable bug) {
    try {
      if (warned.compareAndSet(false, true)) {
        System.getLogger("dev.reprise").log(Level.WARNING, "A callback failed", bug);
      }
    } catch (Throwable worse) {
      return; // there is nowhere to report it, and other callbacks wait
    }
  }

  /** Callbacks that run one after the other. */
  private final class Line {

    private final @Nullable Object key;
    private final Queue<Runnable> callbacks = new ArrayDeque<>(2);
    private long sinceNanos;

    Line(@Nullable Object key, Runnable first) {
      this.key = key;
      callbacks.add(first);
    }

    /** Runs the first callback, and makes the line ready again if there are more. */
    void run() {
      Runnable callback = first();
      if (callback != null) {
        call(callback);
      }
      if (hasMore()) {
        makeReady(this);
      }
    }

    private @Nullable Runnable first() {
      lock.lock();
      try {
        return callbacks.poll();
      } finally {
        lock.unlock();
      }
    }

    private boolean hasMore() {
      lock.lock();
      try {
        // Stays in the map until its last callback has run, so that no second line for the key runs
        // at the same time.
        if (callbacks.isEmpty() && key != null) {
          lines.remove(key);
        }
        return !callbacks.isEmpty();
      } finally {
        lock.unlock();
      }
    }
  }

  private final class Look extends TimedTask {

    @Override
    protected void timeIsUp() {
      look();
    }
  }
}
