package dev.reprise.simulator.engine;

/** Handles the events of one component of a {@link World}. */
public interface Handler {

  /**
   * Handles an event that is due.
   *
   * @param kind the kind of the event, from 0 to 15, as defined by the handler
   * @param slot the call or item that the event concerns, at least 0
   * @param serial the use of the slot that the event concerns, from 0 to 2<sup>24</sup> - 1
   */
  void on(int kind, int slot, int serial);
}
