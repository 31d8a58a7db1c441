package dev.reprise.time;

/**
 * A monotonic clock: the only time that attempts, waits and deadlines are measured with. The wall
 * clock may jump; this one may not go back.
 */
@FunctionalInterface
public interface TickSource {

  /**
   * Reads the clock.
   *
   * @return nanoseconds since an arbitrary origin, possibly negative; only differences mean
   *     something, and they are taken with overflow as {@link System#nanoTime()} describes
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
