package dev.reprise.simulator.client;

import dev.reprise.decision.StopReason;

/** Hears how calls end. */
@FunctionalInterface
public interface CallEndListener {

  /**
   * A call is over, and its slot free.
   *
   * @param slot the call
   * @param attempts how many it made
   * @param durationNanos how long it took
   * @param reason why it ended
   */
  void ended(int slot, int attempts, long durationNanos, StopReason reason);
}
