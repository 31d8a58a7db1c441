package dev.reprise.simulator.target;

import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;
import java.util.Arrays;

/**
 * A server with workers behind a queue. It does not know which clients have timed out, and serves
 * their attempts too, unless the settings say otherwise. Attempts that do not fit into the queue
 * are rejected at once.
 */
public final class Server implements Target, Handler {

  private static final int ARRIVES = 0;
  private static final int FAULT_ENDS = 1;

  /** The kind of the end of a service is this, plus the index of the replica. */
  private static final int SERVED = 2;

  private final World world;
  private final World.Port port;
  private final Clients clients;
  private final ServerSettings settings;
  private final Network network;
  private final SimulationRandom random;
  private final ReplySender replies;
  private final WorkListener work;
  private final SimulationRandom routes;
  private final Backlog[] backlogs;
  private final int[] busy;

  /**
   * Creates an idle server.
   *
   * @param world the simulated world
   * @param clients the clients that receive the results
   * @param settings the settings of the server
   * @param network the latency of messages
   * @param random the source of random service times and failures
   * @param routes the source of the random choice of a replica
   * @param work counts each attempt that is served
   */
  public Server(
      World world,
      Clients clients,
      ServerSettings settings,
      Network network,
      SimulationRandom random,
      SimulationRandom routes,
      WorkListener work) {
    this.world = world;
    this.clients = clients;
    this.settings = settings;
    this.network = network;
    this.random = random;
    this.work = work;
    this.routes = routes;
    ReplicaSettings replicas = settings.replicas();
    busy = new int[replicas.count()];
    backlogs = new Backlog[busy.length];
    Arrays.setAll(backlogs, i -> new Backlog(replicas.share(i, settings.queue())));
    port = world.join(this);
    replies = new ReplySender(world, clients, network);
    if (settings.fault().endNanos() > 0) {
      port.at(settings.fault().endNanos(), FAULT_ENDS, 0, 0);
    }
  }

  /**
   * Creates an idle server with one replica.
   *
   * @param world the simulated world
   * @param clients the clients that receive the results
   * @param settings the settings of the server
   * @param network the latency of messages
   * @param random the source of random service times and failures
   * @param work counts each attempt that is served
   */
  public Server(
      World world,
      Clients clients,
      ServerSettings settings,
      Network network,
      SimulationRandom random,
      WorkListener work) {
    this(world, clients, settings, network, random, random, work);
  }

  @Override
  public void begin(int slot, int serial, long atNanos) {
    port.at(atNanos + network.oneWayNanos(), ARRIVES, slot, serial);
  }

  @Override
  public void on(int kind, int slot, int serial) {
    switch (kind) {
      case ARRIVES -> arrives(slot, serial);
      case FAULT_ENDS -> serveAll();
      default -> served(kind - SERVED, slot, serial);
    }
  }

  private void arrives(int slot, int serial) {
    int replica = busy.length == 1 ? 0 : routes.nextInt(busy.length);
    if (is(Fault.Kind.FAST_FAILURE)) {
      replies.send(AttemptResult.FAILED, slot, serial);
    } else if (hasWorker(replica)) {
      serve(replica, slot, serial);
    } else if (!backlogs[replica].add(slot, serial)) {
      replies.send(AttemptResult.REJECTED, slot, serial);
    }
  }

  /**
   * Returns the number of queued attempts.
   *
   * @return from 0 to the size of the queue
   */
  public int queued() {
    int queued = 0;
    for (Backlog backlog : backlogs) {
      queued += backlog.size();
    }
    return queued;
  }

  private boolean is(Fault.Kind kind) {
    return settings.fault().is(kind, world.nowNanos());
  }

  private boolean hasWorker(int replica) {
    if (is(Fault.Kind.HANG)) {
      return false;
    }
    int workers = workers(replica);
    boolean fewer = is(Fault.Kind.BROWN_OUT);
    return busy[replica] < (fewer ? settings.fault().sizeAt(world.nowNanos()) * workers : workers);
  }

  private int workers(int replica) {
    return settings.replicas().share(replica, settings.workers());
  }

  private void serve(int replica, int slot, int serial) {
    busy[replica]++;
    double slower = is(Fault.Kind.SLOW) ? settings.fault().sizeAt(world.nowNanos()) : 1;
    double factor = slower * settings.replicas().factor(replica);
    double share = (double) busy[replica] / workers(replica);
    double nanos = settings.service().nanos(factor, share, random);
    port.at(world.nowNanos() + (long) nanos, SERVED + replica, slot, serial);
  }

  private void served(int replica, int slot, int serial) {
    if (is(Fault.Kind.HANG)) {
      port.at(settings.fault().endNanos(), SERVED + replica, slot, serial);
      return;
    }
    busy[replica]--;
    work.sent(world.nowNanos());
    if (!clients.isPending(slot, serial)) {
      work.wasted(world.nowNanos());
    }
    replies.send(failsAtRandom() ? AttemptResult.FAILED : AttemptResult.SERVED, slot, serial);
    serveNext(replica);
  }

  private boolean failsAtRandom() {
    return settings.failing() > 0 && random.nextDouble() < settings.failing();
  }

  private void serveAll() {
    for (int replica = 0; replica < busy.length; replica++) {
      serveNext(replica);
    }
  }

  private void serveNext(int replica) {
    Backlog backlog = backlogs[replica];
    while (backlog.size() > 0 && hasWorker(replica)) {
      long next = settings.lifo() ? backlog.takeLast() : backlog.takeFirst();
      int serial = (int) (next >>> 32);
      if (!settings.dropAbandoned() || clients.isPending((int) next, serial)) {
        serve(replica, (int) next, serial);
      }
    }
  }
}
