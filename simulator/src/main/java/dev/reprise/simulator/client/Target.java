package dev.reprise.simulator.client;

/** A simulated service that clients call. */
public interface Target {

  /**
   * Receives an attempt. The target delivers its result by {@link Clients#deliver} at most once.
   *
   * @param slot the slot of the call, from 0
   * @param serial the number of the attempt, from 0 to 2<sup>24</sup> - 1
   * @param atNanos the time at which the attempt leaves its client, in nanoseconds since the run
   *     began; now or later
   */
  void begin(int slot, int serial, long atNanos);

  /**
   * Notifies the target that an attempt timed out at its client. A result that is delivered later
   * is ignored.
   *
   * @param slot the slot of the call, from 0
   * @param serial the number of the attempt, from 0 to 2<sup>24</sup> - 1
   */
  default void abandoned(int slot, int serial) {}
}
