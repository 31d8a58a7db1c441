package dev.reprise.time;

import java.util.Objects;

/** Runs short tasks after a delay: the timer of asynchronous waits and of attempt timeouts. */
@FunctionalInterface
public interface Delayer {

  /**
   * Schedules a task. The task only submits work to an executor, interrupts a thread, cancels a
   * stage or closes a connection; other user code never runs in it.
   *
   * @param task the task, which runs once
   * @param delayNanos delay from now, in nanoseconds; zero or less means as soon as possible
   * @return a handle that cancels the task
   * @throws java.util.concurrent.RejectedExecutionException if the timer was shut down
   */
  Scheduled schedule(Runnable task, long delayNanos);

  /** A task that was scheduled. */
  @FunctionalInterface
  interface Scheduled {

    /**
     * Cancels the task. Has no effect if the task has begun or is already cancelled. Releases the
     * references of the task.
     */
    void cancel();
  }

  /**
   * The timer of this library: one daemon thread, started when first needed and stopped after some
   * idle seconds, so that it neither delays the end of the process nor keeps a class loader alive.
   * Tasks run on other daemon threads, several if needed: a task that blocks does not delay other
   * tasks.
   *
   * @return the timer of this machine; safe for use by any thread
   */
  static Delayer system() {
    return SystemTimer.INSTANCE;
  }

  /**
   * A timer for drivers, which calls a timer that a user may have written. A timer that returns
   * null in place of a handle has rejected the task. A handle that throws has no effect, except a
   * message at level {@code DEBUG}: the driver ignores a task that runs although it was cancelled.
   *
   * @param delayer the timer
   * @return a timer whose handles do not throw, and that throws {@link NullPointerException} in
   *     place of returning null; safe for use by any thread if {@code delayer} is
   */
  static Delayer guarded(Delayer delayer) {
    return GuardedDelayer.of(Objects.requireNonNull(delayer, "delayer"));
  }
}
