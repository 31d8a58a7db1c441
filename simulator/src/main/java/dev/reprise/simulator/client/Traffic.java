package dev.reprise.simulator.client;

import dev.reprise.decision.StopReason;

/** Counts what clients do. */
public interface Traffic {

  /**
   * A call begins.
   *
   * @param atNanos when
   */
  void callBegan(long atNanos);

  /**
   * An attempt leaves.
   *
   * @param atNanos when, now or later
   */
  void attemptBegan(long atNanos);

  /**
   * An attempt has ended, or is waited for no longer.
   *
   * @param slot the call
   * @param startNanos when it left
   * @param nowNanos when its client knew
   * @param answer how it came out
   */
  default void attemptEnded(int slot, long startNanos, long nowNanos, Answer answer) {}

  /**
   * A call is over.
   *
   * @param nowNanos when
   * @param attempts how many it made
   * @param durationNanos how long it took
   * @param reason why it ended
   */
  void callEnded(long nowNanos, int attempts, long durationNanos, StopReason reason);
}
