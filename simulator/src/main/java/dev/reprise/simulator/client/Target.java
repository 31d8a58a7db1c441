package dev.reprise.simulator.client;

/** A simulated service that clients call. */
public interface Target {

  /**
   * An attempt leaves its client. It is answered by {@link Clients#answered}, once, or never.
   *
   * @param slot the call
   * @param serial the attempt
   * @param atNanos when it leaves, now or later
   */
  void begin(int slot, int serial, long atNanos);

  /**
   * The client of an attempt waits no longer. What is answered after this is not heard.
   *
   * @param slot the call
   * @param serial the attempt
   */
  default void abandoned(int slot, int serial) {}
}
