package dev.reprise.internal.call;

import dev.reprise.decision.StopReason;
import dev.reprise.time.TickSource;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Waits on the thread of a call, until the time is over or something ends the wait. */
public final class BlockingWait {

  /**
   * A sleeper that has returned early this many times since the last rest counts as one that never
   * waits.
   */
  private static final int MANY_SLEEPS = 1_000;

  private static final long PARK_NANOS = 1_000_000;

  private BlockingWait() {}

  /**
   * Waits for the time that the server requested with its last success. An interrupt, which the
   * attempt then sees, and a shutdown end the wait.
   *
   * @return the exception that ends the call before its first attempt: a cancel, or a bug of the
   *     sleeper; null to continue
   */
  public static @Nullable Throwable pause(CallSettings settings, long pauseNanos) {
    try {
      return waitFor(settings, pauseNanos) == StopReason.CANCELLED
          ? new CancellationException("the call was cancelled before its first attempt")
          : null;
    } catch (Throwable bug) {
      return bug;
    }
  }

  /** Sleeps. Returns the reason to end the call now; null to continue. */
  public static @Nullable StopReason waitFor(CallSettings settings, long delayNanos) {
    try {
      return delayNanos > 0 ? sleepUntilWoken(settings, delayNanos) : withoutSleep(settings);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      return StopReason.INTERRUPTED;
    } catch (CancellationException calledOff) {
      return StopReason.CANCELLED;
    }
  }

  /** The sleeper is called even without a wait, because it may detect a cancel. */
  private static @Nullable StopReason withoutSleep(CallSettings settings)
      throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      return StopReason.INTERRUPTED;
    }
    settings.environment().sleeper().sleep(0);
    return null;
  }

  private static @Nullable StopReason sleepUntilWoken(CallSettings settings, long delayNanos)
      throws InterruptedException {
    Thread sleeper = Thread.currentThread();
    Runnable waker = () -> LockSupport.unpark(sleeper);
    settings.shared().waits().beginSleep(waker);
    try {
      return sleep(settings, delayNanos);
    } finally {
      settings.shared().waits().endSleep(waker);
    }
  }

  private static @Nullable StopReason sleep(CallSettings settings, long delayNanos)
      throws InterruptedException {
    TickSource ticks = settings.ticks();
    long start = ticks.nanos();
    long left = delayNanos;
    for (int sleeps = 1; left > 0; sleeps++) {
      if (settings.shared().waits().isShutDown()) {
        return StopReason.SHUT_DOWN;
      }
      sleepOnce(settings, left, sleeps);
      left = delayNanos - (ticks.nanos() - start);
    }
    return settings.shared().waits().isShutDown() ? StopReason.SHUT_DOWN : null;
  }

  /**
   * Sleeps once. A sleeper may return early, and one that parks does so at an interrupt without
   * throwing. One that always returns at once must not keep a processor busy.
   *
   * @param sleeps number of sleeps of this wait, including this one
   */
  public static void sleepOnce(CallSettings settings, long nanos, int sleeps)
      throws InterruptedException {
    settings.environment().sleeper().sleep(nanos);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (sleeps % MANY_SLEEPS == 0) {
      LockSupport.parkNanos(settings, Math.min(nanos, PARK_NANOS));
    }
  }
}
