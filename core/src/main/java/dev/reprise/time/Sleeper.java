package dev.reprise.time;

/** Waits on the calling thread between two attempts of a blocking call. */
@FunctionalInterface
public interface Sleeper {

  /**
   * Waits on the calling thread. May return early, as {@link
   * java.util.concurrent.locks.LockSupport#parkNanos} may: the caller reads the ticks and sleeps
   * for the remaining time. A waiting thread that is unparked returns early. If the method returns
   * with the interrupt flag set, the thread was interrupted, which also ends the wait. Called with
   * 0 before a retry without a wait, so that a cancellation is noticed before every retry. Any
   * exception other than those below ends the call in the same way as a bug in its policy: with its
   * last failure, to which the exception is added as suppressed, and {@link
   * dev.reprise.decision.StopReason#POLICY_FAILED}.
   *
   * @param nanos time to wait, in nanoseconds; zero or less returns at once
   * @throws InterruptedException if the thread is interrupted before or during the wait; its flag
   *     is then cleared
   * @throws java.util.concurrent.CancellationException if the call that waits was cancelled in a
   *     way that this sleeper detects: the call ends with {@link
   *     dev.reprise.decision.StopReason#CANCELLED} and its last failure, or with a {@code
   *     CancellationException} in the pause before its first attempt. No sleeper of this library
   *     throws it
   */
  void sleep(long nanos) throws InterruptedException;

  /**
   * A sleeper that parks the thread. It does not pin virtual threads. Delays below a millisecond
   * are as exact as the operating system allows.
   *
   * @return the sleeper of this machine; safe for use by any thread
   */
  static Sleeper system() {
    return SystemEnvironment::park;
  }
}
