package dev.reprise.simulator.target;

import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;
import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * A table with a limited throughput, to which items are written in batches. Each item costs one
 * unit. Of a batch, the table writes as many items as it has units, in order, and returns the
 * others as unprocessed; the client sends those as its next attempt. A batch of which no item is
 * written is throttled.
 *
 * <p>The simulation treats one batch as the batches of the library do: the policy decides on the
 * unprocessed items, and after an attempt that made progress, attempts count from one again ({@link
 * dev.reprise.decision.Progress#afterAdvance}). Unlike the library, it does not fill up a batch of
 * unprocessed items with other items.
 */
public final class Table implements Target, Handler {

  private static final int FIRST_CAPACITY = 16;

  private static final int ARRIVES = 0;
  private static final int ANSWERS = 1;

  private final World world;
  private final World.Port port;
  private final Clients clients;
  private final Network network;
  private final TokenBucket capacity;
  private final IntSupplier batches;
  private final TableListener work;
  private int[] unprocessed = new int[FIRST_CAPACITY];
  private int[] written = new int[FIRST_CAPACITY];

  /** Is notified of the attempts that a table receives. */
  @FunctionalInterface
  public interface TableListener {

    /**
     * An attempt arrived.
     *
     * @param nowNanos the time of its arrival, in nanoseconds since the run began
     * @param written the number of items that were written, at least 0
     * @param items the number of items in the attempt, at least 1
     */
    void attemptArrived(long nowNanos, int written, int items);
  }

  /**
   * Creates a table with a full burst capacity.
   *
   * @param world the simulated world
   * @param clients the clients that receive the results
   * @param network the latency of messages
   * @param perSecond units per second, more than 0
   * @param burst units that can be used at once, at least 1
   * @param batches returns the number of items of each new call
   * @param work counts each attempt
   */
  public Table(
      World world,
      Clients clients,
      Network network,
      double perSecond,
      int burst,
      IntSupplier batches,
      TableListener work) {
    this.world = world;
    this.clients = clients;
    this.network = network;
    this.batches = batches;
    this.work = work;
    capacity = new TokenBucket(perSecond, burst);
    port = world.join(this);
  }

  @Override
  public void begin(int slot, int serial, long atNanos) {
    if (slot >= unprocessed.length) {
      unprocessed = Arrays.copyOf(unprocessed, slot + (slot >> 1) + 1);
      written = Arrays.copyOf(written, unprocessed.length);
    }
    if (clients.isFirst(slot)) {
      unprocessed[slot] = batches.getAsInt();
    }
    port.at(atNanos + network.oneWayNanos(), ARRIVES, slot, serial);
  }

  /**
   * Returns the number of items of a call that are not known to be written.
   *
   * @param slot the slot of the call, from 0; valid until another call starts in it
   * @return at least 0
   */
  public int unprocessed(int slot) {
    return unprocessed[slot];
  }

  @Override
  public void on(int kind, int slot, int serial) {
    if (kind == ARRIVES && clients.isPending(slot, serial)) {
      written[slot] = capacity.take(unprocessed[slot], world.nowNanos());
      work.attemptArrived(world.nowNanos(), written[slot], unprocessed[slot]);
      port.at(world.nowNanos() + network.oneWayNanos(), ANSWERS, slot, serial);
    } else if (kind == ANSWERS && clients.isPending(slot, serial)) {
      unprocessed[slot] -= written[slot];
      clients.deliver(slot, serial, answer(slot), 0);
    }
  }

  private AttemptResult answer(int slot) {
    if (unprocessed[slot] == 0) {
      return AttemptResult.SERVED;
    }
    return written[slot] == 0 ? AttemptResult.THROTTLED : AttemptResult.PARTIALLY_SERVED;
  }
}
