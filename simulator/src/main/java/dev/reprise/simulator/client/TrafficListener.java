package dev.reprise.simulator.client;

import dev.reprise.decision.StopReason;

/** Is notified of calls and attempts, to count them. */
public interface TrafficListener {

  /**
   * A call starts.
   *
   * @param atNanos the time of its start
   */
  void callStarted(long atNanos);

  /**
   * An attempt leaves its client.
   *
   * @param atNanos the time at which it leaves, now or later
   */
  void attemptStarted(long atNanos);

  /**
   * An attempt has ended or timed out.
   *
   * @param slot the slot of the call
   * @param startNanos the time at which it left its client
   * @param nowNanos the time at which the client received the result
   * @param answer the result
   */
  default void attemptEnded(int slot, long startNanos, long nowNanos, AttemptResult answer) {}

  /**
   * A call has ended.
   *
   * @param nowNanos the time of its end
   * @param attempts the number of attempts that it made
   * @param durationNanos the duration of the call
   * @param reason the reason for its end
   */
  void callEnded(long nowNanos, int attempts, long durationNanos, StopReason reason);
}
