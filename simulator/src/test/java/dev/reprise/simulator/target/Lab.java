package dev.reprise.simulator.target;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.load.PoissonLoad;
import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.model.TrafficCounter;

/** A world with clients, for tests of a single target. */
public final class Lab {

  public static final long MILLISECOND = 1_000_000;
  public static final long SECOND = 1_000_000_000;

  public final World world = new World();
  public final TrafficCounter tally = new TrafficCounter(SECOND);
  public final Clients clients;
  private final long seed;

  public Lab(String policy, long timeoutNanos, long seed) {
    this.seed = seed;
    clients = clients(policy, timeoutNanos, tally);
  }

  /** Creates more clients in the same world. */
  public Clients clients(String policy, long timeoutNanos, TrafficCounter counted) {
    ClientSettings how =
        new ClientSettings(RetryPolicy.parse(policy), RetryBudget.unlimited(), 1, timeoutNanos);
    return new Clients(world, how, random(0), counted);
  }

  public SimulationRandom random(int stream) {
    return SimulationRandom.of(seed, stream);
  }

  /** Creates a network with a constant latency. */
  public Network network(long nanos) {
    return new Network(nanos, 0, random(1));
  }

  /** Adds calls up to a time, and runs until all have ended. */
  public Lab load(Rate rate, long durationNanos) {
    new PoissonLoad(world, clients, 1, rate.until(durationNanos), random(2)).begin();
    world.runUntil(Long.MAX_VALUE - 1);
    return this;
  }

  /** Starts a number of calls at once, and runs until all have ended. */
  public Lab atOnce(int calls) {
    for (int i = 0; i < calls; i++) {
      clients.begin(0, 0);
    }
    world.runUntil(Long.MAX_VALUE - 1);
    return this;
  }
}
