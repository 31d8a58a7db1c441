package dev.reprise.simulator.target;

import dev.reprise.simulator.client.Answer;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;

/** A server with room for everybody, of whose attempts a fixed share fails, by chance. */
public final class Flaky implements Target, Handler {

  private final World world;
  private final World.Port port;
  private final Network network;
  private final ReplySender replies;
  private final double share;
  private final SimulationRandom random;
  private final Work work;

  /**
   * A server.
   *
   * @param world where it is
   * @param clients who is answered
   * @param network between them
   * @param share of the attempts that fail, from 0 to 1
   * @param random where failures are drawn from
   * @param work counts each attempt
   */
  public Flaky(
      World world,
      Clients clients,
      Network network,
      double share,
      SimulationRandom random,
      Work work) {
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
    replies.send(fails ? Answer.FAILED : Answer.SERVED, slot, serial);
  }
}
