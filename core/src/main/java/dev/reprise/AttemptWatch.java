package dev.reprise;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Outcome;
import dev.reprise.time.Delayer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs one blocking attempt that may be interrupted: by its timeout, or because nobody waits for it
 * any more.
 *
 * <p>The return of the attempt and the interrupt race for the state by compare-and-set. If the
 * return wins, no interrupt is sent. If the interrupt wins, the attempt's thread waits until it has
 * been sent and then clears its flag, so that no interrupt of ours is seen outside the attempt. An
 * interrupt from elsewhere that falls into the same moment is cleared with it.
 */
final class AttemptWatch implements Runnable {

  private static final int RUNNING = 0;
  private static final int RETURNED = 1;
  private static final int INTERRUPTING = 2;
  private static final int INTERRUPTED = 3;

  private final AtomicInteger state = new AtomicInteger(RUNNING);
  private final Thread thread = Thread.currentThread();

  /**
   * Runs an attempt on this thread, interrupted when the time is over. One that no timer watches
   * over is not made.
   */
  static <T extends @Nullable Object> Outcome<T> run(
      AttemptOperation<T, ?> operation, Attempt attempt, long timeoutNanos, Delayer delayer) {
    AttemptWatch watch = new AttemptWatch();
    Delayer.Scheduled timeout;
    try {
      timeout = delayer.schedule(watch, timeoutNanos);
    } catch (Throwable rejection) {
      return Outcome.threw(rejection);
    }
    Outcome<T> outcome = outcomeOf(operation, attempt);
    boolean interrupted = watch.returned();
    timeout.cancel();
    return interrupted ? timedOut(outcome, timeoutNanos) : outcome;
  }

  static <T extends @Nullable Object> Outcome<T> outcomeOf(
      AttemptOperation<T, ?> operation, Attempt attempt) {
    try {
      return Outcome.returned(operation.call(attempt));
    } catch (Throwable failure) {
      return Outcome.threw(failure);
    }
  }

  /**
   * A value that came late is a value; an error is an error; any other failure was the interrupt's
   * doing.
   */
  private static <T extends @Nullable Object> Outcome<T> timedOut(
      Outcome<T> outcome, long timeoutNanos) {
    Throwable failure = outcome.failureOrNull();
    return failure == null || failure instanceof Error
        ? outcome
        : Outcome.threw(new AttemptTimeoutException(timeoutNanos, failure));
  }

  /** Interrupts the attempt, unless it has returned. */
  @Override
  public void run() {
    if (state.compareAndSet(RUNNING, INTERRUPTING)) {
      thread.interrupt();
      state.set(INTERRUPTED);
    }
  }

  /** The attempt is over; answers whether it was interrupted, and clears the flag if so. */
  boolean returned() {
    if (state.compareAndSet(RUNNING, RETURNED)) {
      return false;
    }
    while (state.get() != INTERRUPTED) {
      Thread.onSpinWait();
    }
    Thread.interrupted();
    return true;
  }
}
