package dev.reprise.batch.internal.send;

import dev.reprise.time.Delayer;
import java.lang.System.Logger.Level;

/** A timer of the caller whose handles throw nothing: a run must not lose a reply or a wait. */
public record GuardedDelayer(Delayer given) implements Delayer {

  /** The timer of the library needs no guard. */
  public static Delayer of(Delayer given) {
    return given == Delayer.system() ? given : new GuardedDelayer(given);
  }

  @Override
  public Scheduled schedule(Runnable task, long delayNanos) {
    Scheduled scheduled = given.schedule(task, delayNanos);
    return () -> cancel(scheduled);
  }

  private static void cancel(Scheduled scheduled) {
    try {
      scheduled.cancel();
    } catch (Throwable failure) {
      System.getLogger("dev.reprise.batch").log(Level.DEBUG, "a timer was not cancelled", failure);
    }
  }
}
