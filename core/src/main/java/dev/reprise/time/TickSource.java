package dev.reprise.time;

/**
 * A monotonic clock, the only one that measures attempts, waits and deadlines. The wall clock may
 * jump; this clock must not go back.
 */
@FunctionalInterface
public interface TickSource {

  /**
   * Reads the clock.
   *
   * @return nanoseconds since an arbitrary origin, possibly negative; only differences are
   *     meaningful, and they may overflow as described for {@link System#nanoTime()}
   */
  long nanos();

  /**
   * The clock of this machine.
   *
   * @return {@link System#nanoTime()} as a tick source; safe for use by any thread
   */
  static TickSource system() {
    return System::nanoTime;
  }
}
