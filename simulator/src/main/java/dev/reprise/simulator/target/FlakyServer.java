package dev.reprise.simulator.target;

import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;

/** A server with unlimited capacity of which a fixed share of the attempts fails at random. */
public final class FlakyServer implements Target, Handler {

  private final World world;
  private final World.Port port;
  private final Network network;
  private final ReplySender replies;
  private final double share;
  private final SimulationRandom random;
  private final WorkListener work;

  /**
   * Creates a server.
   *
   * @param world the simulated world
   * @param clients the clients that receive the results
   * @param network the latency of messages
   * @param share the share of attempts that fail, from 0 to 1
   * @param random the source of random failures
   * @param work counts each attempt
   */
  public FlakyServer(
      World world,
      Clients clients,
      Network network,
      double share,
      SimulationRandom random,
      WorkListener work) {
    this.world = world;
    this.network = network;
    this.share = share;
    this.random = random;
    this.work = work;
    port = world.join(this);
    replies = new ReplySender(world, clients, network);
  }

  @Override
  public void begin(int slot, int serial, long atNanos) {
    port.at(atNanos + network.oneWayNanos(), 0, slot, serial);
  }

  @Override
  public void on(int kind, int slot, int serial) {
    work.sent(world.nowNanos());
    boolean fails = random.nextDouble() < share;
    replies.send(fails ? AttemptResult.FAILED : AttemptResult.SERVED, slot, serial);
  }
}
