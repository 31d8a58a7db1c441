package dev.reprise.simulator.load;

import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;

/**
 * Calls that arrive at random, independently of the results of earlier calls: a Poisson process.
 */
public final class PoissonLoad implements Handler {

  private final World world;
  private final World.Port port;
  private final Clients clients;
  private final int processes;
  private final Rate rate;
  private final SimulationRandom random;

  /**
   * Creates a load that has not started.
   *
   * @param world the simulated world
   * @param clients the clients that make the calls
   * @param processes the number of processes, at least 1; each call belongs to a random one
   * @param rate the calls per second
   * @param random the source of the arrival times
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

  /** Schedules the first call. */
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
