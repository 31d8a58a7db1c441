package dev.reprise.simulator.target;

import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;

/**
 * A server with workers behind a queue. It does not know which clients have timed out, and serves
 * their attempts too, unless the settings say otherwise. Attempts that do not fit into the queue
 * are rejected at once.
 */
public final class Server implements Target, Handler {

  private static final int ARRIVES = 0;
  private static final int SERVED = 1;
  private static final int FAULT_ENDS = 2;

  private final World world;
  private final World.Port port;
  private final Clients clients;
  private final ServerSettings settings;
  private final Network network;
  private final SimulationRandom random;
  private final ReplySender replies;
  private final WorkListener work;
  private final Backlog backlog;
  private int busy;

  /**
   * Creates an idle server.
   *
   * @param world the simulated world
   * @param clients the clients that receive the results
   * @param settings the settings of the server
   * @param network the latency of messages
   * @param random the source of random service times
   * @param work counts each attempt that is served
   */
  public Server(
      World world,
      Clients clients,
      ServerSettings settings,
      Network network,
      SimulationRandom random,
      WorkListener work) {
    this.world = world;
    this.clients = clients;
    this.settings = settings;
    this.network = network;
    this.random = random;
    this.work = work;
    backlog = new Backlog(settings.queue());
    port = world.join(this);
    replies = new ReplySender(world, clients, network);
    if (settings.fault().endNanos() > 0) {
      port.at(settings.fault().endNanos(), FAULT_ENDS, 0, 0);
    }
  }

  @Override
  public void begin(int slot, int serial, long atNanos) {
    port.at(atNanos + network.oneWayNanos(), ARRIVES, slot, serial);
  }

  @Override
  public void on(int kind, int slot, int serial) {
    switch (kind) {
      case ARRIVES -> arrives(slot, serial);
      case SERVED -> served(slot, serial);
      default -> serveNext();
    }
  }

  private void arrives(int slot, int serial) {
    if (is(Fault.Kind.FAST_FAILURE)) {
      replies.send(AttemptResult.FAILED, slot, serial);
    } else if (hasWorker()) {
      serve(slot, serial);
    } else if (!backlog.add(slot, serial)) {
      replies.send(AttemptResult.REJECTED, slot, serial);
    }
  }

  /**
   * Returns the number of queued attempts.
   *
   * @return from 0 to the size of the queue
   */
  public int queued() {
    return backlog.size();
  }

  private boolean is(Fault.Kind kind) {
    return settings.fault().is(kind, world.nowNanos());
  }

  private boolean hasWorker() {
    if (is(Fault.Kind.HANG)) {
      return false;
    }
    boolean fewer = is(Fault.Kind.BROWN_OUT);
    return busy < (fewer ? settings.fault().size() * settings.workers() : settings.workers());
  }

  private void serve(int slot, int serial) {
    busy++;
    double slower = is(Fault.Kind.SLOW) ? settings.fault().size() : 1;
    double nanos = settings.serviceNanos() * slower * random.nextExponential();
    port.at(world.nowNanos() + (long) nanos, SERVED, slot, serial);
  }

  private void served(int slot, int serial) {
    if (is(Fault.Kind.HANG)) {
      port.at(settings.fault().endNanos(), SERVED, slot, serial);
      return;
    }
    busy--;
    work.sent(world.nowNanos());
    if (!clients.isPending(slot, serial)) {
      work.wasted(world.nowNanos());
    }
    replies.send(AttemptResult.SERVED, slot, serial);
    serveNext();
  }

  private void serveNext() {
    while (backlog.size() > 0 && hasWorker()) {
      long next = settings.lifo() ? backlog.takeLast() : backlog.takeFirst();
      int serial = (int) (next >>> 32);
      if (!settings.dropAbandoned() || clients.isPending((int) next, serial)) {
        serve((int) next, serial);
      }
    }
  }
}
