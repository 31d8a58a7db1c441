package dev.reprise.simulator.model;

import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.load.PoissonLoad;
import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.model.Seed.Stream;
import dev.reprise.simulator.target.Network;
import java.time.Duration;
import java.util.List;

/** The common components of a run: world, random numbers, clients and counters. */
final class RunSetup {

  static final long SECOND = 1_000_000_000L;

  static final Parameter<Duration> LENGTH =
      Parameter.duration(
          "length",
          "60s",
          "1ms",
          "1d",
          "period in which calls arrive; running calls then have ten more minutes to end");

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  static final Metric ANSWERED = new Metric("answered", "", "share of the calls that succeeded");
  static final Metric AMPLIFICATION = new Metric("amplification", "", "attempts per call");
  static final Metric WASTED =
      new Metric("wasted", "", "share of the served attempts whose client had timed out");
  static final Metric P50 =
      new Metric("p50_ms", "ms", "median duration of the calls that succeeded");
  static final Metric P99 =
      new Metric("p99_ms", "ms", "99th percentile of the durations of the calls that succeeded");

  final World world = new World();
  final TrafficCounter tally = new TrafficCounter(SECOND);
  final Clients clients;
  final Network network;
  private final int processes;
  private final Seed seed;

  /**
   * Takes timeout and latency from settings that contain the server's parameters of these names.
   */
  RunSetup(Settings settings, int processes, Contender contender, Seed seed) {
    this.processes = processes;
    this.seed = seed;
    ClientSettings how = contender.in(processes, settings.get(ServerKind.TIMEOUT).toNanos());
    clients = new Clients(world, how, seed.stream(Stream.POLICY), tally);
    network = network(settings, seed);
  }

  static Network network(Settings settings, Seed seed) {
    return new Network(settings.get(ServerKind.LATENCY).toNanos(), 0, seed.stream(Stream.NETWORK));
  }

  /** Adds arriving calls with a rate. */
  void addLoad(Rate rate) {
    new PoissonLoad(world, clients, processes, rate, seed.stream(Stream.LOAD)).begin();
  }

  /** Runs the world while calls arrive, and up to ten minutes more until the last calls end. */
  void runLoad(Duration length, Rate rate) {
    addLoad(rate.until(length.toNanos()));
    world.runUntil(length.plus(PATIENCE).toNanos());
  }

  Run run(double[] values, boolean watch) {
    return new Run(values, world.events(), series(tally, tally, watch));
  }

  /** Returns the goodput of the top layer and the attempts that arrive at the bottom layer. */
  static List<Series> series(TrafficCounter top, TrafficCounter bottom, boolean watch) {
    return watch
        ? List.of(
            new Series("goodput", "calls/s", SECOND, top.goodput()),
            new Series("load", "attempts/s", SECOND, bottom.attempts()))
        : List.of();
  }
}
