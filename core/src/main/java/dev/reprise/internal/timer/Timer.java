package dev.reprise.internal.timer;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks after a delay, on one daemon thread that is started when first needed and ends when it
 * was idle for some time. Scheduling and cancelling are lock-free, allocate nothing, and their time
 * does not depend on the number of waiting tasks.
 *
 * <p>A thread that schedules a task pushes it onto {@link #inbox}, a stack. All other fields belong
 * to the timer's thread: it takes over the inbox, adds its tasks to a {@link TimingWheel} in the
 * order in which they arrived, and hands out the due ones. Long work is done in batches, and
 * between batches due tasks are handed out.
 *
 * <p><b>No wake-up is lost.</b> {@link #wakeAt} is the time at which the thread will next check its
 * inbox. A thread that schedules first pushes, then reads {@code wakeAt}, and wakes the timer's
 * thread if its task is due before. The timer's thread first writes {@code wakeAt}, then checks the
 * inbox, and parks if it is empty. All these accesses are volatile, so either the timer's thread
 * sees the task or the other one sees the new {@code wakeAt}. Of several threads that would wake
 * it, the one that sets {@code wakeAt} to {@link #AWAKE} by compare-and-set does so; the others may
 * return, because the timer's thread checks its inbox once more after that. Every {@value
 * #BATCH_SIZE}th task or so wakes the thread in any case, so that it never finds a million of them;
 * under contention the count may miss some tasks, which only makes this wake-up rarer.
 *
 * <p><b>The thread ends</b> by writing {@link #ABSENT} to {@code wakeAt} when it has held nothing
 * for the idle time, and then checks its inbox once more. If there is a task, this thread and the
 * threads that schedule compete to change {@code wakeAt} from {@code ABSENT}. If this thread
 * succeeds, it continues. If a scheduling thread succeeds, it starts a new timer thread. The winner
 * owns the wheel, so two threads never run at once, and each sees what the previous one left.
 *
 * <p><b>If a thread cannot be started</b>, all threads whose tasks would wait for it notice this. A
 * thread that starts the timer's thread sets {@code wakeAt} to {@link #STARTING}, and then,
 * depending on the result, to {@code AWAKE} or back to {@code ABSENT}. Until then the new thread
 * does nothing, and those that have pushed a task meanwhile wait: if they find {@code ABSENT}, they
 * try to start a thread themselves, and fail as the first one did. So scheduling is not lock-free
 * only while a thread is started.
 *
 * <p><b>Cancelled tasks</b> are marked and counted, and dropped when the thread finds them. If they
 * outnumber the others by {@value #MAX_EXCESS_CANCELLED}, the thread is woken to sweep them out; it
 * also checks once in an idle time whether all of them were cancelled. So it holds fewer than twice
 * the waiting tasks plus {@value #BATCH_SIZE} more.
 *
 * <p>A tick is counted from the making of the timer, as a difference of two readings of the clock.
 * So ticks are compared as numbers, even if the clock wraps around; a time beyond 292 years is
 * {@link #NEVER}. See docs/design/timer.md.
 */
public final class Timer {

  /** Highest number of tasks that are moved, or handed out, in one batch. */
  static final int BATCH_SIZE = 1024;

  /** Number of cancelled tasks that may be kept in excess of the waiting ones. */
  private static final int MAX_EXCESS_CANCELLED = 512;

  private static final long AWAKE = Long.MIN_VALUE;
  private static final long STARTING = AWAKE + 1;
  private static final long ABSENT = Long.MAX_VALUE;
  private static final long NEVER = Long.MAX_VALUE - 1;

  private static final int SPINS = 100;
  private static final long PAUSE_NANOS = 10_000;

  private static final Timer SHARED = new Timer(Duration.ofSeconds(5));

  private final long idleNanos;
  private final LongSupplier clock;
  private final Parker parker;
  private final ThreadFactory threads;
  private final long origin;

  private final AtomicReference<@Nullable TimedTask> inbox = new AtomicReference<>();
  private final AtomicLong wakeAt = new AtomicLong(ABSENT);
  private final AtomicInteger cancelled = new AtomicInteger();
  private volatile int sweepFrom = MAX_EXCESS_CANCELLED;
  private volatile @Nullable Thread thread;
  private int arrivals;

  private final TimingWheel wheel = new TimingWheel();
  private @Nullable TimedTask arrived;
  private boolean warned;

  /** A timer whose thread ends when it has had no work for the given time. */
  public Timer(Duration idle) {
    this(idle.toNanos(), System::nanoTime, new SystemParker(), Timer::thread);
  }

  Timer(long idleNanos, LongSupplier clock, Parker parker, ThreadFactory threads) {
    this.idleNanos = Math.max(1, idleNanos);
    this.clock = clock;
    this.parker = parker;
    this.threads = threads;
    origin = clock.getAsLong();
  }

  /** The one timer of the library. */
  public static Timer shared() {
    return SHARED;
  }

  /**
   * Schedules a task, from any thread.
   *
   * @param task a task that was never scheduled; one that is already cancelled is ignored
   * @param delayNanos delay from now, in nanoseconds; zero or less means as soon as possible
   * @throws IllegalStateException if the task was scheduled before
   * @throws OutOfMemoryError if no thread can be started; the task stays scheduled, the next one
   *     tries again, and it may be cancelled
   */
  public void schedule(TimedTask task, long delayNanos) {
    if (!task.enter(this)) {
      return;
    }
    task.due = after(now(), delayNanos);
    push(task);
    long seen = afterStart();
    if (task.due < seen || (++arrivals & (BATCH_SIZE - 1)) == 0) {
      wake(seen);
    }
  }

  /**
   * Runs tasks before their time: the timer's thread soon examines all waiting tasks. A task that
   * is scheduled at the same time may be missed.
   *
   * @param which selects the tasks to run; called on the timer's thread
   */
  public void bringForward(Predicate<? super TimedTask> which) {
    if (wakeAt.get() != ABSENT || inbox.get() != null) {
      schedule(new BringForward(which), 0);
    }
  }

  /** One more task of this timer was cancelled. */
  void oneCancelled() {
    long seen = wakeAt.get();
    if (cancelled.incrementAndGet() >= sweepFrom && seen != ABSENT) {
      wake(seen);
    }
  }

  /** Number of running threads: 0 or 1. */
  int threads() {
    return wakeAt.get() == ABSENT ? 0 : 1;
  }

  /** Tasks held, cancelled ones included; true only while the timer's thread rests. */
  int held() {
    int held = wheel.size();
    for (TimedTask task = inbox.get(); task != null; task = task.next) {
      held++;
    }
    return held;
  }

  private void push(TimedTask task) {
    TimedTask head;
    do {
      head = inbox.get();
      task.next = head;
    } while (!inbox.compareAndSet(head, task));
  }

  /** Value of {@link #wakeAt}, once the thread has started or failed to start. */
  private long afterStart() {
    long seen = wakeAt.get();
    for (int spins = 0; seen == STARTING; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
      seen = wakeAt.get();
    }
    return seen;
  }

  private void wake(long seen) {
    if (seen == AWAKE || seen == STARTING) {
      return; // it checks its inbox and the cancelled tasks before it parks
    }
    if (seen != ABSENT) {
      if (wakeAt.compareAndSet(seen, AWAKE)) {
        parker.unpark(thread);
      }
    } else if (wakeAt.compareAndSet(ABSENT, STARTING)) {
      start();
    } else if (afterStart() == ABSENT) {
      wake(ABSENT); // another thread tried first to start a thread, and failed
    }
  }

  private void start() {
    try {
      Thread started = threads.newThread(this::run);
      thread = started;
      started.start();
    } catch (Throwable noThread) {
      thread = null;
      wakeAt.set(
          ABSENT); // a thread that waits in afterStart() tries now, and throws to its own caller
      throw noThread;
    }
    wakeAt.set(AWAKE); // before the thread does anything: it waits in afterStart()
  }

  private static Thread thread(Runnable work) {
    return DetachedThread.of(work, "reprise-timer");
  }

  /** Body of the timer's thread. */
  private void run() {
    long unused = afterStart();
    long until = after(now(), idleNanos);
    while (true) {
      boolean busy = turn();
      long now = now();
      if (busy || wheel.size() > 0) {
        until = after(now, idleNanos);
      }
      if (!busy) {
        if (now >= until) {
          if (end()) {
            return;
          }
        } else {
          rest(Math.min(wheel.next(), until));
        }
      }
    }
  }

  /** Does one batch of each kind of work; returns false if there was none. */
  private boolean turn() {
    boolean busy = handOut();
    busy |= takeIn();
    busy |= wheel.pourAhead(BATCH_SIZE);
    int gone = cancelled.get();
    if (!wheel.isSweeping() && gone > 0 && gone > wheel.size() / 2) {
      wheel.startSweep();
    }
    wheel.sweep(BATCH_SIZE);
    int dropped = wheel.takeDropped();
    if (dropped > 0) {
      cancelled.addAndGet(-dropped);
    }
    return busy || wheel.isSweeping();
  }

  private int sweepFrom() {
    return wheel.size() / 2 + MAX_EXCESS_CANCELLED;
  }

  private boolean handOut() {
    long now = now();
    for (int left = BATCH_SIZE; left > 0; left--) {
      TimedTask task = wheel.poll(now);
      if (task == null) {
        return false;
      }
      run(task);
    }
    return true;
  }

  private void run(TimedTask task) {
    if (!task.begin(this)) {
      wheel.countDropped();
      return;
    }
    try {
      task.timeIsUp();
    } catch (Throwable bug) {
      warn(bug);
    }
  }

  private boolean takeIn() {
    if (arrived == null) {
      arrived = inbox.get() == null ? null : reversed(inbox.getAndSet(null));
    }
    boolean any = arrived != null;
    for (int left = BATCH_SIZE; left > 0 && arrived != null; left--) {
      TimedTask task = arrived;
      arrived = task.next;
      wheel.add(task);
    }
    return any;
  }

  private static @Nullable TimedTask reversed(@Nullable TimedTask stack) {
    TimedTask first = null;
    TimedTask left = stack;
    while (left != null) {
      TimedTask task = left;
      left = task.next;
      task.next = first;
      first = task;
    }
    return first;
  }

  private void rest(long until) {
    sweepFrom = sweepFrom();
    wakeAt.set(until);
    long nanos = until - now();
    if (nanos > 0 && inbox.get() == null && cancelled.get() < sweepFrom) {
      parker.park(nanos);
      Thread.interrupted();
    }
    wakeAt.set(AWAKE);
  }

  /** Returns whether the thread ends. */
  private boolean end() {
    thread = null;
    wakeAt.set(ABSENT);
    if (inbox.get() == null || !wakeAt.compareAndSet(ABSENT, AWAKE)) {
      return true;
    }
    thread = Thread.currentThread();
    return false;
  }

  private void warn(Throwable bug) {
    if (warned) {
      return;
    }
    warned = true;
    try {
      System.getLogger("dev.reprise").log(Level.WARNING, "A task of the timer failed", bug);
    } catch (Throwable worse) {
      return; // there is nowhere to report it, and other tasks wait
    }
  }

  private long now() {
    return clock.getAsLong() - origin;
  }

  private static long after(long now, long delayNanos) {
    return delayNanos > NEVER - now ? NEVER : now + Math.max(0, delayNanos);
  }

  /** Returns whether this is the timer's thread, where no user code may run. */
  public boolean isCurrentThread() {
    return thread == Thread.currentThread();
  }

  /** Parks and wakes the timer's thread. */
  interface Parker {

    /**
     * Parks the calling thread until it is woken, or for the given time; may return at any time.
     */
    void park(long nanos);

    /** Wakes a thread, now or when it parks. */
    void unpark(@Nullable Thread thread);
  }

  static final class SystemParker implements Parker {

    @Override
    public void park(long nanos) {
      LockSupport.parkNanos(nanos);
    }

    @Override
    public void unpark(@Nullable Thread thread) {
      LockSupport.unpark(thread);
    }
  }

  /** Goes through the wheel on the timer's thread. */
  private final class BringForward extends TimedTask {

    private final Predicate<? super TimedTask> which;

    BringForward(Predicate<? super TimedTask> which) {
      this.which = which;
    }

    @Override
    protected void timeIsUp() {
      TimedTask last = wheel.takeOut(this::matches);
      TimedTask task = last == null ? null : last.next;
      while (task != null) {
        TimedTask following = task == last ? null : task.next;
        task.next = null;
        run(task);
        task = following;
      }
    }

    private boolean matches(TimedTask task) {
      try {
        return which.test(task);
      } catch (Throwable bug) {
        warn(bug);
        return false;
      }
    }
  }
}
