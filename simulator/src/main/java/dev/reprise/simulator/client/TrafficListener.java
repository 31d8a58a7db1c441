package dev.reprise.simulator.client;

import dev.reprise.decision.StopReason;

/** Is notified of calls and attempts, to count them. */
public interface TrafficListener {

  /**
   * A call starts.
   *
   * @param atNanos the time of its start, in nanoseconds since the run began
   */
  void callStarted(long atNanos);

  /**
   * An attempt leaves its client.
   *
   * @param atNanos the time at which it leaves, in nanoseconds since the run began; now or later
   */
  void attemptStarted(long atNanos);

  /**
   * An attempt has ended or timed out.
   *
   * @param slot the slot of the call, from 0
   * @param startNanos the time at which it left its client, in nanoseconds since the run began
   * @param nowNanos the time at which the client received the result, in nanoseconds since the run
   *     began
   * @param answer the result
   */
  default void attemptEnded(int slot, long startNanos, long nowNanos, AttemptResult answer) {}

  /**
   * A call has ended.
   *
   * @param nowNanos the time of its end, in nanoseconds since the run began
   * @param attempts the number of attempts that it made, at least 1
   * @param durationNanos the duration of the call, in nanoseconds
   * @param reason the reason for its end
   */
  void callEnded(long nowNanos, int attempts, long durationNanos, StopReason reason);
}
