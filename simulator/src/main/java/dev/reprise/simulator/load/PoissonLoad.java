package dev.reprise.simulator.load;

import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;

/** Calls that come by chance, whatever became of those before them. */
public final class PoissonLoad implements Handler {

  private final World world;
  private final World.Port port;
  private final Clients clients;
  private final int processes;
  private final Rate rate;
  private final SimulationRandom random;

  /**
   * A load that has not begun.
   *
   * @param world where it is
   * @param clients who call
   * @param processes among how many processes the calls fall by chance
   * @param rate how many a second
   * @param random where the times are drawn from
   */
  public PoissonLoad(
      World world, Clients clients, int processes, Rate rate, SimulationRandom random) {
    this.world = world;
    this.clients = clients;
    this.processes = processes;
    this.rate = rate;
    this.random = random;
    port = world.join(this);
  }

  /** The first call comes. */
  public void begin() {
    next();
  }

  private void next() {
    long at = rate.after(world.nowNanos(), random.nextExponential());
    if (at != Long.MAX_VALUE) {
      port.at(at, 0, 0, 0);
    }
  }

  @Override
  public void on(int kind, int slot, int serial) {
    clients.begin(random.nextInt(processes), world.nowNanos());
    next();
  }
}
