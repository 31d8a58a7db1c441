package dev.reprise.idempotency.event;

/**
 * Receives the end of each call of a guard. Called by many threads at the same time, on the thread
 * that ends the call, before the caller gets the result. It should return soon and must not throw:
 * an exception is logged once for each listener and has no effect on the call.
 */
@FunctionalInterface
public interface GuardListener {

  /**
   * A call has ended. Called once for each call.
   *
   * @param end the result of the call and its durations
   */
  void ended(GuardedCallEnd end);
}
