package dev.reprise.internal.blocking;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.classify.Outcome;
import dev.reprise.function.Attempt;
import dev.reprise.function.AttemptOperation;
import dev.reprise.internal.call.AttemptInfo;
import dev.reprise.internal.call.ThreadKey;
import dev.reprise.internal.timer.CallbackExecutor;
import dev.reprise.time.Delayer;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs one blocking attempt that may be interrupted: by its timeout, or because the call no longer
 * needs it.
 *
 * <p><b>Concurrency.</b> The return of the attempt and the interrupt race for the state by
 * compare-and-set, so exactly one of them wins:
 *
 * <pre>
 *   RUNNING -> RETURNED                     the attempt's thread: no interrupt is sent from now on
 *   RUNNING -> INTERRUPTING                 the interrupter: now it will send one, and only one
 *              INTERRUPTING -> AWAITED      the attempt's thread: it is about to park
 *              INTERRUPTING -> INTERRUPTED  the interrupter: sent, whatever it threw
 *              AWAITED -> INTERRUPTED       the same, and the attempt's thread is to be unparked
 * </pre>
 *
 * <p>If the interrupt wins, the attempt's thread waits until it has been sent and then clears its
 * flag, so that no interrupt of ours is seen outside the attempt. An interrupt closes a channel on
 * which the thread waits. This close is user code: it may throw, and it may take long. So the
 * interrupting thread always records that it is done, and the attempt's thread parks after some
 * spins.
 *
 * <p><b>Nested watches.</b> A flag has no sender. When an interrupted attempt clears the flag, it
 * also clears an interrupt that was meant for an outer attempt on the same thread. So the watches
 * of a thread are linked: {@link #INNERMOST} has the innermost of each thread that runs a watched
 * attempt, and only of those. Only the thread itself adds, follows and removes its watches; other
 * threads write only their state. A watch stores the number of outer watches that had been
 * interrupted when it began. If the number is greater when the attempt has returned, the watch
 * passes their interrupt on by setting the flag again. It does not pass on an earlier interrupt:
 * the outer code has seen it already, and may be cleaning up.
 *
 * <p>An interrupt from elsewhere that falls between an interrupt of ours and the attempt's return
 * is cleared with it: Java cannot distinguish the two. See docs/design/attempt-timeouts.md.
 */
public final class AttemptWatch extends AtomicInteger implements Runnable {

  private static final long serialVersionUID = 1;

  private static final int RUNNING = 0;
  private static final int RETURNED = 1;
  private static final int INTERRUPTING = 2;
  private static final int AWAITED = 3;
  private static final int INTERRUPTED = 4;

  private static final int SPINS = 1_000;

  private static final ConcurrentMap<ThreadKey, AttemptWatch> INNERMOST = new ConcurrentHashMap<>();

  private final transient Thread thread = Thread.currentThread();
  private final transient ThreadKey key = new ThreadKey(thread);
  private transient @Nullable AttemptWatch outer;
  private transient int interruptedBefore;
  private transient boolean over;

  private AttemptWatch() {}

  /** Watches this thread until {@link #returned}, which must follow. */
  public static AttemptWatch begin() {
    AttemptWatch watch = new AttemptWatch();
    AttemptWatch outer = INNERMOST.put(watch.key, watch);
    while (outer != null && outer.over) { // the end of that watch had no stack left to remove it
      outer = outer.outer;
    }
    watch.outer = outer;
    watch.interruptedBefore = interrupted(outer, INTERRUPTED);
    return watch;
  }

  /**
   * Runs an attempt on this thread and interrupts it after the timeout. If the timer rejects the
   * timeout, the attempt is not started.
   */
  public static <T extends @Nullable Object> Outcome<T> run(
      AttemptOperation<T, ?> operation, Attempt attempt, long timeoutNanos, Delayer delayer) {
    AttemptWatch watch;
    Delayer.Scheduled timeout;
    try {
      watch = begin();
      timeout = schedule(watch, timeoutNanos, delayer);
    } catch (Throwable rejection) {
      return Outcome.threw(rejection);
    }
    Outcome<T> outcome = outcomeOf(operation, attempt);
    boolean interrupted = watch.returned();
    timeout.cancel();
    return interrupted ? timedOut(outcome, attempt, timeoutNanos) : outcome;
  }

  private static Delayer.Scheduled schedule(AttemptWatch watch, long nanos, Delayer delayer) {
    try {
      return delayer.schedule(watch, nanos);
    } catch (Throwable rejection) {
      watch.returned();
      throw rejection;
    }
  }

  public static <T extends @Nullable Object> Outcome<T> outcomeOf(
      AttemptOperation<T, ?> operation, Attempt attempt) {
    try {
      return Outcome.returned(operation.call(attempt));
    } catch (Throwable failure) {
      return Outcome.threw(failure);
    }
  }

  /**
   * A late value is returned and an error is thrown; any other failure counts as caused by the
   * interrupt.
   */
  private static <T extends @Nullable Object> Outcome<T> timedOut(
      Outcome<T> outcome, Attempt attempt, long timeoutNanos) {
    Throwable failure = outcome.failureOrNull();
    if (failure == null || failure instanceof Error) {
      return outcome;
    }
    return Outcome.threw(
        attempt instanceof AttemptInfo own
            ? new AttemptTimeoutException(
                own.limitNanos(timeoutNanos), own.timeoutSettingNanos(), failure)
            : new AttemptTimeoutException(timeoutNanos, failure));
  }

  /**
   * Same as {@link #run}, but soon and on a callback thread, which may block: the thread that
   * cancels the attempt must not wait.
   */
  public void callOff() {
    if (thread == Thread.currentThread()) {
      run();
    } else {
      CallbackExecutor.shared().run(this);
    }
  }

  /** Interrupts the attempt, unless it has returned. Throws nothing, but may take long. */
  @Override
  public void run() {
    if (!compareAndSet(RUNNING, INTERRUPTING)) { // it has returned, or another thread interrupts it
      return;
    }
    Throwable thrown = null;
    try {
      thread.interrupt();
    } catch (Throwable ofChannel) {
      thrown = ofChannel;
    } finally {
      // The last access to the thread, except for the unpark: the thread continues at once.
      if (getAndSet(INTERRUPTED) == AWAITED) {
        LockSupport.unpark(thread);
      }
    }
    if (thrown != null) {
      log(thrown);
    }
  }

  private static void log(Throwable thrown) {
    try {
      System.getLogger("dev.reprise")
          .log(Level.DEBUG, "What an interrupt closed has thrown", thrown);
    } catch (RuntimeException | Error worse) {
      return; // a failing log must not fail the thread that cancels
    }
  }

  /** Ends the watch; returns whether the attempt was interrupted, and clears the flag if so. */
  public boolean returned() {
    over = true;
    boolean interrupted = !compareAndSet(RUNNING, RETURNED);
    if (interrupted) {
      awaitInterrupt();
      Thread.interrupted();
    }
    AttemptWatch around = outer;
    if (around == null) {
      INNERMOST.remove(key);
      return interrupted;
    }
    INNERMOST.put(key, around);
    // After our flag was cleared, and including watches whose interrupt is in progress: it may have
    // arrived.
    if (interrupted(around, INTERRUPTING) > interruptedBefore) {
      thread.interrupt();
    }
    return interrupted;
  }

  private void awaitInterrupt() {
    for (int spins = 0; spins < SPINS && get() != INTERRUPTED; spins++) {
      Thread.onSpinWait();
    }
    // Fails if the interrupt has been sent by now. If not, the interrupter sees that it is awaited.
    if (compareAndSet(INTERRUPTING, AWAITED)) {
      while (get() != INTERRUPTED) {
        Thread.interrupted(); // no thread parks while its flag is set, as it will be soon
        LockSupport.park(this);
      }
    }
  }

  /** Number of watches, from this one outwards, that have reached at least this state. */
  private static int interrupted(@Nullable AttemptWatch innermost, int state) {
    int count = 0;
    for (AttemptWatch watch = innermost; watch != null; watch = watch.outer) {
      count += watch.get() >= state ? 1 : 0;
    }
    return count;
  }

  /** Threads that run watched attempts now. */
  public static int threads() {
    return INNERMOST.size();
  }
}
