package dev.reprise.simulator.engine;

import java.util.ArrayList;
import java.util.List;

/** One run of a simulation: its time, what is to happen in it, and who takes that. */
public final class World {

  private static final int MOST_HANDLERS = 16;
  private static final int SERIAL_BITS = 24;
  private static final int SERIAL_MASK = (1 << SERIAL_BITS) - 1;
  private static final int KIND_MASK = 15;
  private static final int HANDLER_SHIFT = 28;

  private final EventQueue queue = new EventQueue();
  private final List<Handler> joined = new ArrayList<>();
  private boolean stopped;

  /** A world in which nothing has happened. */
  public World() {}

  /** Where one handler puts its events. */
  public final class Port {

    private final long prefix;

    private Port(int handler) {
      prefix = (long) handler << 60;
    }

    /**
     * Schedules an event for the handler.
     *
     * @param timeNanos when it is due; one that is past is due now
     * @param kind which of the handler's events, from 0 to 15
     * @param slot whom it concerns, at least 0
     * @param serial its lowest 24 bits are kept
     */
    public void at(long timeNanos, int kind, int slot, int serial) {
      long middle = (long) ((kind << SERIAL_BITS) | (serial & SERIAL_MASK)) << 32;
      queue.add(timeNanos, prefix | middle | slot);
    }
  }

  /**
   * The serial that follows another.
   *
   * @param serial the other
   * @return one more, or 0 after the last
   */
  public static int nextSerial(int serial) {
    return serial + 1 & SERIAL_MASK;
  }

  /**
   * Takes part from now on.
   *
   * @param handler takes what is scheduled by the port
   * @return its own port
   * @throws IllegalStateException if sixteen have joined already
   */
  public Port join(Handler handler) {
    if (joined.size() == MOST_HANDLERS) {
      throw new IllegalStateException("a world has at most 16 parts");
    }
    joined.add(handler);
    return new Port(joined.size() - 1);
  }

  /**
   * Lets happen what is due up to a time, or until somebody stops it.
   *
   * @param endNanos the last tick
   */
  public void runUntil(long endNanos) {
    Handler[] handlers = joined.toArray(Handler[]::new);
    while (!stopped && queue.nextNanos() <= endNanos) {
      long payload = queue.take();
      int upper = (int) (payload >>> 32);
      int kind = (upper >>> SERIAL_BITS) & KIND_MASK;
      handlers[upper >>> HANDLER_SHIFT].on(kind, (int) payload, upper & SERIAL_MASK);
    }
  }

  /** Ends the run after the current event. */
  public void stop() {
    stopped = true;
  }

  /**
   * The time of the current event.
   *
   * @return nanoseconds since the run began
   */
  public long nowNanos() {
    return queue.nowNanos();
  }

  /**
   * How many events have happened.
   *
   * @return a count, from 0
   */
  public long events() {
    return queue.taken();
  }
}
