package dev.reprise.internal.call;

import dev.reprise.internal.log.QuietLog;
import dev.reprise.time.Delayer;
import java.util.Objects;

/** Calls of timers that users may have written. */
public final class Timers {

  private Timers() {}

  /** A timer that returns no handle has rejected the task. */
  public static Delayer.Scheduled schedule(Delayer delayer, Runnable task, long delayNanos) {
    return Objects.requireNonNull(
        delayer.schedule(task, delayNanos), "the delayer returned null in place of a handle");
  }

  /** A timer that throws neither ends a call nor delays it. */
  public static void takeBack(Delayer.Scheduled scheduled) {
    try {
      scheduled.cancel();
    } catch (Throwable failure) {
      QuietLog.debug("A timer was not cancelled", failure);
    }
  }
}
