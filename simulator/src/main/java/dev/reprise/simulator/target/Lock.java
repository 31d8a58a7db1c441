package dev.reprise.simulator.target;

import dev.reprise.simulator.client.Answer;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;

/**
 * A row behind a lock, which is had in the order of asking. An attempt asks for the lock, gets it
 * with the row's value, then sends the new value, which gives the lock back. A client that has
 * given up is passed over; one that gives up as the lock is on its way sends it back unused.
 */
public final class Lock implements Target, Handler {

  private static final int ASKS = 0;
  private static final int HOLDS = 1;
  private static final int GIVES_BACK = 2;

  private final World world;
  private final World.Port port;
  private final Clients clients;
  private final Network network;
  private final ReplySender replies;
  private final Work work;
  private final Backlog waiting;
  private boolean held;

  /**
   * A lock that nobody holds.
   *
   * @param world where it is
   * @param clients who is answered
   * @param network between them
   * @param work counts each write
   * @param places how many wait at most; one more is turned away
   */
  public Lock(World world, Clients clients, Network network, Work work, int places) {
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
        if (clients.awaits(slot, serial)) {
          work.sent(world.nowNanos());
        }
        send(GIVES_BACK, slot, serial);
      }
      default -> {
        replies.send(Answer.SERVED, slot, serial);
        held = false;
        grantNext();
      }
    }
  }

  private void asks(int slot, int serial) {
    if (!held) {
      grant(slot, serial);
    } else if (!waiting.add(slot, serial)) {
      replies.send(Answer.REJECTED, slot, serial);
    }
  }

  private void grantNext() {
    while (!held && waiting.size() > 0) {
      long next = waiting.takeFirst();
      int serial = (int) (next >>> 32);
      if (clients.awaits((int) next, serial)) {
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
