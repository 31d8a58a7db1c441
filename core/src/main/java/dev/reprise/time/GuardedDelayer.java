package dev.reprise.time;

import dev.reprise.internal.log.QuietLog;
import java.util.Objects;

/** The timer of {@link Delayer#guarded}. */
record GuardedDelayer(Delayer delayer) implements Delayer {

  static Delayer of(Delayer delayer) {
    boolean safe = delayer instanceof SystemTimer || delayer instanceof GuardedDelayer;
    return safe ? delayer : new GuardedDelayer(delayer);
  }

  @Override
  public Scheduled schedule(Runnable task, long delayNanos) {
    Scheduled scheduled =
        Objects.requireNonNull(
            delayer.schedule(task, delayNanos), "the delayer returned null in place of a handle");
    return () -> cancel(scheduled);
  }

  private static void cancel(Scheduled scheduled) {
    try {
      scheduled.cancel();
    } catch (Throwable failure) {
      QuietLog.debug("A timer was not cancelled", failure);
    }
  }
}
