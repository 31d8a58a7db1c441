package dev.reprise.simulator.target;

import dev.reprise.simulator.client.Answer;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;
import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * A table with a throughput, to which items are written in batches. Each item costs a unit. Of a
 * batch as many items are written as there are units, in order; the unprocessed is handed back, and
 * the client sends it as its next attempt. A batch of which nothing is written is throttled.
 *
 * <p>Simulated is how the library's batches treat one batch: what comes back is judged by the
 * policy, and after an attempt that got on attempts count from one again ({@link
 * dev.reprise.decision.Progress#afterAdvance}). Not simulated is that a unprocessed may be filled
 * up with other items.
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
  private final TableWork work;
  private int[] unprocessed = new int[FIRST_CAPACITY];
  private int[] written = new int[FIRST_CAPACITY];

  /** Told of what a table does. */
  @FunctionalInterface
  public interface TableWork {

    /**
     * An attempt came.
     *
     * @param nowNanos when
     * @param items how many were written of it, at least 0
     * @param of how many it had
     */
    void came(long nowNanos, int items, int of);
  }

  /**
   * A table whose unused throughput is all there.
   *
   * @param world where it is
   * @param clients who is answered
   * @param network between them
   * @param perSecond units a second, more than 0
   * @param burst units at once, at least 1
   * @param batches how many items the call has that begins
   * @param work counts each attempt
   */
  public Table(
      World world,
      Clients clients,
      Network network,
      double perSecond,
      int burst,
      IntSupplier batches,
      TableWork work) {
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
   * How many items of a call its client does not know to be written.
   *
   * @param slot the call, up to the beginning of another one in its slot
   * @return items, from 0
   */
  public int unprocessed(int slot) {
    return unprocessed[slot];
  }

  @Override
  public void on(int kind, int slot, int serial) {
    if (kind == ARRIVES && clients.awaits(slot, serial)) {
      written[slot] = capacity.take(unprocessed[slot], world.nowNanos());
      work.came(world.nowNanos(), written[slot], unprocessed[slot]);
      port.at(world.nowNanos() + network.oneWayNanos(), ANSWERS, slot, serial);
    } else if (kind == ANSWERS && clients.awaits(slot, serial)) {
      unprocessed[slot] -= written[slot];
      clients.answered(slot, serial, answer(slot), 0);
    }
  }

  private Answer answer(int slot) {
    if (unprocessed[slot] == 0) {
      return Answer.SERVED;
    }
    return written[slot] == 0 ? Answer.THROTTLED : Answer.PARTLY;
  }
}
