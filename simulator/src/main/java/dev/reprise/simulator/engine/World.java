package dev.reprise.simulator.engine;

import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of a simulation: its time, its scheduled events, and the components that handle them.
 * Time is a number of nanoseconds since the run began; it starts at 0 and advances to the time of
 * each event.
 *
 * <pre>{@code
 * long second = 1_000_000_000L;
 * World world = new World();
 * TrafficCounter traffic = new TrafficCounter(second);
 * ClientSettings settings = new ClientSettings(policy, RetryBudget.standard(), 10, second);
 * Clients clients = new Clients(world, settings, seed.stream(Seed.Stream.POLICY), traffic);
 *
 * Network network = new Network(5_000_000, 0, seed.stream(Seed.Stream.NETWORK));
 * clients.withTarget(
 *     new FlakyServer(
 *         world, clients, network, 0.3, seed.stream(Seed.Stream.SERVICE), nowNanos -> {}));
 *
 * Rate rate = Rate.of(100).until(60 * second);
 * new PoissonLoad(world, clients, 10, rate, seed.stream(Seed.Stream.LOAD)).begin();
 * world.runUntil(120 * second);
 * double succeeded = traffic.successShare();
 * }</pre>
 */
public final class World {

  private static final int MAX_HANDLERS = 16;
  private static final int SERIAL_BITS = 24;
  private static final int SERIAL_MASK = (1 << SERIAL_BITS) - 1;
  private static final int KIND_MASK = 15;
  private static final int HANDLER_SHIFT = 28;

  /**
   * Events between two looks at the time, a power of two: more than a million clients cause at one
   * time with ten attempts each.
   */
  private static final long WATCHED_EVENTS = 1 << 25;

  private final EventQueue queue = new EventQueue();
  private final List<Handler> joined = new ArrayList<>();
  private boolean stopped;
  private long watchedNanos = -1;

  /** Creates a world without events. */
  public World() {}

  /** Schedules the events of one handler. */
  public final class Port {

    private final long prefix;

    private Port(int handler) {
      prefix = (long) handler << 60;
    }

    /**
     * Schedules an event for the handler.
     *
     * @param timeNanos the time at which it is due, in nanoseconds since the run began; an event in
     *     the past is due now
     * @param kind the kind of the event, from 0 to 15
     * @param slot the call or item that it concerns, at least 0
     * @param serial the use of the slot that it concerns; only the lowest 24 bits are kept
     */
    public void at(long timeNanos, int kind, int slot, int serial) {
      long middle = (long) ((kind << SERIAL_BITS) | (serial & SERIAL_MASK)) << 32;
      queue.add(timeNanos, prefix | middle | slot);
    }
  }

  /**
   * Returns the serial number after another one.
   *
   * @param serial the other number, from 0 to 2<sup>24</sup> - 1
   * @return {@code serial + 1}, or 0 after the largest number of 24 bits
   */
  public static int nextSerial(int serial) {
    return serial + 1 & SERIAL_MASK;
  }

  /**
   * Adds a component.
   *
   * @param handler handles the events that the port schedules
   * @return the port of the component
   * @throws IllegalStateException if 16 components were added before
   */
  public Port join(Handler handler) {
    if (joined.size() == MAX_HANDLERS) {
      throw new IllegalStateException("a world has at most 16 components");
    }
    joined.add(handler);
    return new Port(joined.size() - 1);
  }

  /**
   * Handles the events that are due up to a time, until {@link #stop} is called or no event
   * remains.
   *
   * @param endNanos the last time whose events are handled, in nanoseconds since the run began
   * @throws IllegalStateException if the time has not advanced for some ten million events, as
   *     where clients repeat rejected attempts without any delay
   */
  public void runUntil(long endNanos) {
    Handler[] handlers = joined.toArray(Handler[]::new);
    while (!stopped && queue.nextNanos() <= endNanos) {
      long payload = queue.take();
      int upper = (int) (payload >>> 32);
      int kind = (upper >>> SERIAL_BITS) & KIND_MASK;
      handlers[upper >>> HANDLER_SHIFT].on(kind, (int) payload, upper & SERIAL_MASK);
      if ((events() & (WATCHED_EVENTS - 1)) == 0) {
        checkProgress();
      }
    }
  }

  private void checkProgress() {
    if (nowNanos() == watchedNanos) {
      throw new IllegalStateException(
          "the simulated time stands still at "
              + TimeText.format(Duration.ofNanos(watchedNanos))
              + ", since attempts or calls fail and are repeated without any delay: use a latency,"
              + " a backoff or a time between calls above 0");
    }
    watchedNanos = nowNanos();
  }

  /** Ends the run after the current event. */
  public void stop() {
    stopped = true;
  }

  /**
   * Returns the time of the current event.
   *
   * @return nanoseconds since the run began
   */
  public long nowNanos() {
    return queue.nowNanos();
  }

  /**
   * Returns the number of events that were handled.
   *
   * @return at least 0
   */
  public long events() {
    return queue.taken();
  }
}
