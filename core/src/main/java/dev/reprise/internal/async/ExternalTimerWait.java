package dev.reprise.internal.async;

import dev.reprise.internal.call.ShutdownSignal;
import dev.reprise.internal.call.Timers;
import dev.reprise.internal.timer.CallbackExecutor;
import dev.reprise.time.Delayer;
import org.jspecify.annotations.Nullable;

/**
 * A wait by a timer that is not the library's own, such as that of a virtual time, which a shutdown
 * does not know: so it is entered with the waits.
 *
 * <p>A timer may find that the time is up while it is given the task, and the executor may run the
 * hand-over right there: then each retry begins within the one before. So that is counted, and
 * where it is too deep the call goes on from an empty stack.
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
   * @param handOver run when the time is up, by the timer
   * @param waker run by a shutdown
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
      scheduled = Timers.schedule(delayer, this, delayNanos);
    } catch (Throwable rejection) {
      waits.leave(waker);
      throw rejection;
    }
    if (over) { // cancelled before the handle was there to be taken back
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
      Timers.takeBack(known);
    }
  }
}
