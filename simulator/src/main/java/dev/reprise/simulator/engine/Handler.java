package dev.reprise.simulator.engine;

/** Takes the events of one part of a {@link World}. */
public interface Handler {

  /**
   * An event is due.
   *
   * @param kind which of the part's events, from 0 to 15
   * @param slot whom it concerns
   * @param serial distinguishes one use of the slot from the next
   */
  void on(int kind, int slot, int serial);
}
