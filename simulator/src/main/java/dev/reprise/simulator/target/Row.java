package dev.reprise.simulator.target;

import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;
import java.util.Arrays;

/**
 * A row with a version. An attempt reads the version, then writes with it; the write succeeds if
 * the version is unchanged. Reads and writes take no time, messages do.
 */
public final class Row implements Target, Handler {

  private static final int READ = 0;
  private static final int VALUE = 1;
  private static final int WRITE = 2;
  private static final int WRITTEN = 3;
  private static final int CONFLICT = 4;
  private static final long NO_SLOTS = 0;

  private final World world;
  private final World.Port port;
  private final Clients clients;
  private final Network network;
  private final WorkListener work;
  private final long slotNanos;
  private int version;
  private int[] seen;
  private long[] hints;
  private long lastSlotNanos;

  /**
   * Creates a row without retry times.
   *
   * @param world the simulated world
   * @param clients the clients that receive the results
   * @param network the latency of messages
   * @param work counts each write
   * @param slots the expected number of concurrent calls, at least 0
   */
  public Row(World world, Clients clients, Network network, WorkListener work, int slots) {
    this(world, clients, network, work, slots, NO_SLOTS);
  }

  /**
   * Creates a row that reserves a time for each client whose write failed, one after the other. The
   * reserved time is a date, so the latency of the response is not added to it.
   *
   * @param world the simulated world
   * @param clients the clients that receive the results
   * @param network the latency of messages
   * @param work counts each write
   * @param slots the expected number of concurrent calls, at least 0
   * @param slotNanos the time for which the row is reserved for one client, in nanoseconds; 0 to
   *     send no retry time
   */
  public Row(
      World world, Clients clients, Network network, WorkListener work, int slots, long slotNanos) {
    this.world = world;
    this.clients = clients;
    this.network = network;
    this.work = work;
    port = world.join(this);
    this.slotNanos = slotNanos;
    seen = new int[slots];
    hints = new long[slotNanos == NO_SLOTS ? 0 : slots];
  }

  @Override
  public void begin(int slot, int serial, long atNanos) {
    if (slot >= seen.length) {
      seen = Arrays.copyOf(seen, slot + (slot >> 1) + 1);
      hints = Arrays.copyOf(hints, slotNanos == NO_SLOTS ? 0 : seen.length);
    }
    port.at(atNanos + network.oneWayNanos(), READ, slot, serial);
  }

  @Override
  public void on(int kind, int slot, int serial) {
    switch (kind) {
      case READ -> {
        seen[slot] = version;
        send(VALUE, slot, serial);
      }
      case VALUE -> {
        if (clients.isPending(slot, serial)) {
          work.sent(world.nowNanos());
          send(WRITE, slot, serial);
        }
      }
      case WRITE -> {
        boolean written = write(slot);
        if (!written && slotNanos != NO_SLOTS) {
          reserve(slot);
        }
        send(written ? WRITTEN : CONFLICT, slot, serial);
      }
      case WRITTEN -> clients.deliver(slot, serial, AttemptResult.SERVED, 0);
      default ->
          clients.deliver(
              slot,
              serial,
              AttemptResult.CONFLICT,
              slotNanos == NO_SLOTS ? 0 : Math.max(0, hints[slot] - world.nowNanos()));
    }
  }

  private void send(int kind, int slot, int serial) {
    port.at(world.nowNanos() + network.oneWayNanos(), kind, slot, serial);
  }

  private boolean write(int slot) {
    if (seen[slot] != version) {
      return false;
    }
    version++;
    return true;
  }

  /** Reserves the next time, at the earliest when the client can receive it on average. */
  private void reserve(int slot) {
    long earliest = world.nowNanos() + (long) network.meanNanos();
    lastSlotNanos = Math.max(earliest, lastSlotNanos + slotNanos);
    hints[slot] = lastSlotNanos;
  }
}
