package dev.reprise;

import dev.reprise.internal.timer.CallbackExecutor;
import dev.reprise.time.Delayer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A wait by a timer that is not the library's own, such as that of a virtual time, which a shutdown
 * does not know: so it is entered with the waits.
 *
 * <p>A timer may find that the time is up while it is given the task, and the executor may run the
 * hand-over right there: then each retry begins within the one before. So that is counted, and
 * where it is too deep the call goes on from an empty stack.
 */
final class GuestTimer implements Runnable {

  private final AsyncPause<?> pause;
  private final Waits waits;
  private final Delayer delayer;
  private final Runnable waker;
  private volatile Delayer.@Nullable Scheduled scheduled;
  private volatile boolean over;

  GuestTimer(AsyncPause<?> pause, Waits waits, Delayer delayer) {
    this.pause = pause;
    this.waits = waits;
    this.delayer = delayer;
    waker = pause::wake;
  }

  /**
   * Begins to wait.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the timer does not take it
   */
  void begin(long delayNanos) {
    waits.enter(waker);
    try {
      scheduled = schedule(delayer, this, delayNanos);
    } catch (Throwable rejection) {
      waits.leave(waker);
      throw rejection;
    }
    if (over) {
      cancel();
    }
  }

  @Override
  public void run() {
    waits.leave(waker);
    CallDepth.run(pause::handOver, CallbackExecutor.shared()::run);
  }

  void cancel() {
    over = true;
    waits.leave(waker);
    Delayer.Scheduled known = scheduled;
    if (known != null) {
      takeBack(known);
    }
  }

  /** A timer that returns no handle has refused the task. */
  static Delayer.Scheduled schedule(Delayer delayer, Runnable task, long delayNanos) {
    return Objects.requireNonNull(
        delayer.schedule(task, delayNanos), "the delayer returned null in place of a handle");
  }

  /** A timer that throws ends no call, and holds none up. */
  static void takeBack(Delayer.Scheduled scheduled) {
    try {
      scheduled.cancel();
    } catch (Throwable failure) {
      QuietLog.debug("A timer was not taken back", failure);
    }
  }
}
