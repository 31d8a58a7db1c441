package dev.reprise.internal.timer;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Something to do later, and at the same time the timer's own record of it: a task that waits costs
 * no more than itself, 32 bytes with one reference of a subclass.
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

  /** A new task, which waits for nothing yet. */
  protected TimedTask() {}

  /**
   * Runs once on the timer's thread, when the time is up and not before, unless the task was
   * cancelled. Every other task of the process waits meanwhile: it hands work over and returns.
   */
  protected abstract void timeIsUp();

  /**
   * Runs once on the thread that cancels the task, as the place to drop what the task refers to:
   * the timer may hold the task itself a little longer.
   */
  protected void cancelled() {}

  /**
   * Takes the task back. Does nothing once it has begun, and nothing when called again. A task that
   * is cancelled before it is scheduled never runs.
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
