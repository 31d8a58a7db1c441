package dev.reprise.internal.timer;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A delayed task, which is also the record that the timer keeps: a waiting task needs only itself,
 * 32 bytes with one reference of a subclass.
 *
 * <p>A task goes through its states once: new, then waiting in a timer, then done or cancelled. The
 * thread that changes the state by compare-and-set, which is the timer's thread or one that
 * cancels, owns the task. {@link #next} and {@link #due} belong to the timer and are published by
 * its inbox.
 */
public abstract class TimedTask {

  private static final AtomicReferenceFieldUpdater<TimedTask, Object> STATE =
      AtomicReferenceFieldUpdater.newUpdater(TimedTask.class, Object.class, "state");

  private static final Object CANCELLED = "cancelled";
  private static final Object DONE = "done";

  /** Time at which the task is due, as a tick of the timer. */
  long due;

  /** The task behind this one, in whichever list of the timer holds it. */
  @Nullable TimedTask next;

  /** Null while new, the timer while waiting, else {@link #CANCELLED} or {@link #DONE}. */
  private volatile @Nullable Object state;

  /** Creates a task that is not scheduled. */
  protected TimedTask() {}

  /**
   * Runs once on the timer's thread, not before the task is due, unless the task was cancelled. All
   * other tasks of the process wait meanwhile, so it only submits work and returns.
   */
  protected abstract void timeIsUp();

  /**
   * Runs once on the thread that cancels the task, to release the references of the task: the timer
   * may hold the task itself a little longer.
   */
  protected void cancelled() {}

  /**
   * Cancels the task. Has no effect if the task has begun or is already cancelled. A task that is
   * cancelled before it is scheduled never runs.
   */
  public final void cancel() {
    Object seen = state;
    while (seen == null || seen instanceof Timer) {
      if (STATE.compareAndSet(this, seen, CANCELLED)) {
        cancelled();
        if (seen != null) {
          ((Timer) seen).oneCancelled();
        }
        return;
      }
      seen = state;
    }
  }

  /**
   * Makes a new task wait.
   *
   * @return false if it was cancelled before
   * @throws IllegalStateException if it was scheduled before
   */
  final boolean enter(Timer timer) {
    if (STATE.compareAndSet(this, null, timer)) {
      return true;
    }
    if (isCancelled()) {
      return false;
    }
    throw new IllegalStateException("a task can be scheduled once only: " + this);
  }

  /** Moves on from waiting to done, unless the task was cancelled. */
  final boolean begin(Timer timer) {
    return STATE.compareAndSet(this, timer, DONE);
  }

  final boolean isCancelled() {
    return state == CANCELLED;
  }
}
