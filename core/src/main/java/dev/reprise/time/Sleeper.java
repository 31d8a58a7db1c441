package dev.reprise.time;

/** Puts the calling thread to rest between two attempts of a blocking call. */
@FunctionalInterface
public interface Sleeper {

  /**
   * Waits on the calling thread. May return early, as {@link
   * java.util.concurrent.locks.LockSupport#parkNanos} may: the caller looks at the ticks and sleeps
   * for the rest. A waiting thread that is unparked returns early. One that returns with the flag
   * of an interrupt set has been interrupted: that ends the wait too. Called with 0 before a retry
   * without a wait, so that a cancel is noticed before every retry. Any other exception than those
   * below ends the call as a bug in its policy does: with its last failure, the exception
   * suppressed in it, and {@link dev.reprise.decision.StopReason#POLICY_FAILED}.
   *
   * @param nanos how long, in nanoseconds; zero and less return at once
   * @throws InterruptedException if the thread is interrupted before or during the wait; its flag
   *     is then cleared
   * @throws java.util.concurrent.CancellationException if the call that waits was cancelled by
   *     means that this sleeper knows: the call ends with {@link
   *     dev.reprise.decision.StopReason#CANCELLED} and its last failure, or with a {@code
   *     CancellationException} in the pause before its first attempt. No sleeper of this library
   *     throws it by itself
   */
  void sleep(long nanos) throws InterruptedException;

  /**
   * Parks the thread. Pins no virtual thread; delays under a millisecond are kept as far as the
   * system keeps them.
   *
   * @return the sleeper of this machine; safe for use by any thread
   */
  static Sleeper system() {
    return SystemEnvironment::park;
  }
}
