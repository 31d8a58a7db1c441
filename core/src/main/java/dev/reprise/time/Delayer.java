package dev.reprise.time;

/** Runs a short task later: the timer of asynchronous waits and of attempt timeouts. */
@FunctionalInterface
public interface Delayer {

  /**
   * Schedules a task. The task only hands work over to an executor, interrupts a thread or cancels
   * a stage; user code never runs in it.
   *
   * @param task what to run, once
   * @param delayNanos how long from now, in nanoseconds; zero and less mean as soon as possible
   * @return a handle that takes the task back
   * @throws java.util.concurrent.RejectedExecutionException if the timer was shut down
   */
  Scheduled schedule(Runnable task, long delayNanos);

  /** A task that was scheduled. */
  @FunctionalInterface
  interface Scheduled {

    /**
     * Takes the task back; does nothing once it has begun, and nothing when called again. Releases
     * what the task holds.
     */
    void cancel();
  }

  /**
   * The library's own timer: one daemon thread, started when first needed, ended when idle for some
   * seconds, so that it neither holds up the end of the process nor pins a class loader. Tasks run
   * on other daemon threads, several if need be: one that blocks delays no other.
   *
   * @return the timer of this machine; safe for use by any thread
   */
  static Delayer system() {
    return SystemTimer.INSTANCE;
  }
}
