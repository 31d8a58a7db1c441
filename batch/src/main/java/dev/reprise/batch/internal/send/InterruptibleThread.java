package dev.reprise.batch.internal.send;

import dev.reprise.time.Delayer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs code of the user, and may be interrupted only while it does.
 *
 * <p>The return of the code and the interrupt race for the state by compare-and-set. If the
 * interrupt wins, the thread waits until it has been sent, and then clears its flag, so that no
 * interrupt of a run is seen outside the code. An interrupt closes the channel on which the thread
 * waits. This close is code of the user too: it may throw, and it may take long.
 */
public final class InterruptibleThread {

  private enum State {
    RUNNING,
    INTERRUPTING,
    INTERRUPTED,
    RETURNED
  }

  private static final int SPINS = 1_000;
  private static final long PARK_NANOS = 1_000_000;

  private final AtomicReference<State> state;
  private final @Nullable Thread thread;

  private InterruptibleThread(State initial, @Nullable Thread thread) {
    state = new AtomicReference<>(initial);
    this.thread = thread;
  }

  /** Returns this thread, which must call {@link #returned} after the code. */
  public static InterruptibleThread current() {
    return new InterruptibleThread(State.RUNNING, Thread.currentThread());
  }

  /** Returns a thread that runs no code. */
  static InterruptibleThread none() {
    return new InterruptibleThread(State.RETURNED, null);
  }

  /**
   * Interrupts the thread on a thread of the timer, which may block, so that this one does not wait
   * for what the interrupt closes.
   */
  public void interruptBy(Delayer delayer) {
    try {
      delayer.schedule(() -> interrupt(() -> {}), 0);
    } catch (RuntimeException | Error rejection) {
      interrupt(() -> {});
    }
  }

  /**
   * Interrupts the thread, unless the code has returned or it was interrupted already. Throws
   * nothing, but may take long.
   *
   * @param first run before that
   */
  void interrupt(Runnable first) {
    Thread running = thread;
    if (running == null || !state.compareAndSet(State.RUNNING, State.INTERRUPTING)) {
      return;
    }
    first.run();
    try {
      running.interrupt();
    } catch (Throwable ofChannel) {
      return; // the flag is set before a channel is closed
    } finally {
      state.set(State.INTERRUPTED); // the last access to the thread, which continues at once
    }
  }

  /** Ends the time in which it may be interrupted; returns whether it was, and clears the flag. */
  public boolean returned() {
    if (state.compareAndSet(State.RUNNING, State.RETURNED)) {
      return false;
    }
    for (int spins = 0; state.get() != State.INTERRUPTED; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        boolean unused = Thread.interrupted(); // no thread parks while its flag is set
        LockSupport.parkNanos(this, PARK_NANOS);
      }
    }
    boolean unused = Thread.interrupted();
    return true;
  }
}
