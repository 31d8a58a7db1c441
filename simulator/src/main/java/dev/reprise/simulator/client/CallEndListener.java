package dev.reprise.simulator.client;

import dev.reprise.decision.StopReason;

/** Is notified of the end of calls. */
@FunctionalInterface
public interface CallEndListener {

  /**
   * Called after a call has ended and its slot is free.
   *
   * @param slot the slot that the call had, from 0
   * @param attempts the number of attempts that it made, at least 1
   * @param durationNanos the duration of the call, in nanoseconds
   * @param reason the reason for its end
   */
  void ended(int slot, int attempts, long durationNanos, StopReason reason);
}
