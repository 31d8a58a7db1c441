package dev.reprise.simulator.target;

import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;

/**
 * A row behind a lock that is granted in the order of requests. An attempt requests the lock,
 * receives it with the value of the row, then sends the new value, which releases the lock. A
 * queued attempt that timed out is skipped; if an attempt times out while the lock is on its way,
 * the client releases it unused.
 */
public final class LockedRow implements Target, Handler {

  private static final int ASKS = 0;
  private static final int HOLDS = 1;
  private static final int GIVES_BACK = 2;

  private final World world;
  private final World.Port port;
  private final Clients clients;
  private final Network network;
  private final ReplySender replies;
  private final WorkListener work;
  private final Backlog waiting;
  private boolean held;

  /**
   * Creates a free lock.
   *
   * @param world the simulated world
   * @param clients the clients that receive the results
   * @param network the latency of messages
   * @param work counts each write
   * @param places the maximum number of queued attempts, at least 0; further attempts are rejected
   */
  public LockedRow(World world, Clients clients, Network network, WorkListener work, int places) {
    this.world = world;
    this.clients = clients;
    this.network = network;
    this.work = work;
    port = world.join(this);
    replies = new ReplySender(world, clients, network);
    waiting = new Backlog(places);
  }

  @Override
  public void begin(int slot, int serial, long atNanos) {
    port.at(atNanos + network.oneWayNanos(), ASKS, slot, serial);
  }

  @Override
  public void on(int kind, int slot, int serial) {
    switch (kind) {
      case ASKS -> asks(slot, serial);
      case HOLDS -> {
        if (clients.isPending(slot, serial)) {
          work.sent(world.nowNanos());
        }
        send(GIVES_BACK, slot, serial);
      }
      default -> {
        replies.send(AttemptResult.SERVED, slot, serial);
        held = false;
        grantNext();
      }
    }
  }

  private void asks(int slot, int serial) {
    if (!held) {
      grant(slot, serial);
    } else if (!waiting.add(slot, serial)) {
      replies.send(AttemptResult.REJECTED, slot, serial);
    }
  }

  private void grantNext() {
    while (!held && waiting.size() > 0) {
      long next = waiting.takeFirst();
      int serial = (int) (next >>> 32);
      if (clients.isPending((int) next, serial)) {
        grant((int) next, serial);
      }
    }
  }

  private void grant(int slot, int serial) {
    held = true;
    send(HOLDS, slot, serial);
  }

  private void send(int kind, int slot, int serial) {
    port.at(world.nowNanos() + network.oneWayNanos(), kind, slot, serial);
  }
}
