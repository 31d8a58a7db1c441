package dev.reprise.internal.async;

import dev.reprise.internal.call.ShutdownSignal;
import dev.reprise.internal.timer.CallbackExecutor;
import dev.reprise.time.Delayer;
import org.jspecify.annotations.Nullable;

/**
 * A wait with a timer that is not the library's own, such as that of a virtual time. A shutdown
 * cannot search such a timer, so the wait is added to the waits of the shutdown signal.
 *
 * <p>The timer may run the task while it is scheduled, and the executor may run the submitted work
 * on the same thread: then each retry begins within the previous one. So the depth is counted, and
 * at a limit the call continues on another thread with an empty stack.
 */
public final class ExternalTimerWait implements Runnable {

  private final Runnable handOver;
  private final ShutdownSignal waits;
  private final Delayer delayer;
  private final Runnable waker;
  private volatile Delayer.@Nullable Scheduled scheduled;
  private volatile boolean over;

  /**
   * A wait that has not begun.
   *
   * @param handOver the timer runs it after the wait
   * @param waker a shutdown runs it
   */
  public ExternalTimerWait(
      Runnable handOver, Runnable waker, ShutdownSignal waits, Delayer delayer) {
    this.handOver = handOver;
    this.waker = waker;
    this.waits = waits;
    this.delayer = delayer;
  }

  /**
   * Begins to wait.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the timer does not take it
   */
  public void begin(long delayNanos) {
    waits.enter(waker);
    try {
      scheduled = delayer.schedule(this, delayNanos);
    } catch (Throwable rejection) {
      waits.leave(waker);
      throw rejection;
    }
    if (over) { // cancelled before the handle existed
      cancel();
    }
  }

  @Override
  public void run() {
    waits.leave(waker);
    CallDepth.run(handOver, CallbackExecutor.shared()::run);
  }

  public void cancel() {
    over = true;
    waits.leave(waker);
    Delayer.Scheduled known = scheduled;
    if (known != null) {
      known.cancel();
    }
  }
}
