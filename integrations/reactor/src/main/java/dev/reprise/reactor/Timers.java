package dev.reprise.reactor;

import dev.reprise.time.Delayer;
import org.jspecify.annotations.Nullable;

/** Calls of timers that users may have written. */
final class Timers {

  private Timers() {}

  /**
   * Cancels a task, if there is one. A timer that fails to do so changes nothing: a task that runs
   * late finds that it is not needed.
   */
  static void cancel(Delayer.@Nullable Scheduled scheduled) {
    if (scheduled == null) {
      return;
    }
    try {
      scheduled.cancel();
    } catch (Throwable failure) {
      return; // it is not needed, whether it runs or not
    }
  }
}
