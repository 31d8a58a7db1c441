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

/** The parts that every run has: world, random numbers, clients and counts. */
final class Stage {

  static final long SECOND = 1_000_000_000L;

  static final Parameter<Duration> LENGTH =
      Parameter.duration(
          "length",
          "60s",
          "1ms",
          "1d",
          "for how long calls come; the last have ten minutes to end");

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  static final Metric ANSWERED = new Metric("answered", "", "share of the calls that succeeded");
  static final Metric AMPLIFICATION = new Metric("amplification", "", "attempts for each call");
  static final Metric WASTED =
      new Metric("wasted", "", "share of the served attempts that nobody waited for");
  static final Metric P50 =
      new Metric("p50_ms", "ms", "half of the calls that succeeded took no longer");
  static final Metric P99 =
      new Metric("p99_ms", "ms", "99 of 100 calls that succeeded took no longer");

  final World world = new World();
  final Tally tally = new Tally(SECOND);
  final Clients clients;
  final Network network;
  private final int processes;
  private final Seed seed;

  /** Takes timeout and latency from settings that have the server's parameters of these names. */
  Stage(Settings settings, int processes, Contender contender, Seed seed) {
    this.processes = processes;
    this.seed = seed;
    ClientSettings how = contender.in(processes, settings.get(ServerKind.TIMEOUT).toNanos());
    clients = new Clients(world, how, seed.stream(Stream.POLICY), tally);
    network = network(settings, seed);
  }

  static Network network(Settings settings, Seed seed) {
    return new Network(settings.get(ServerKind.LATENCY).toNanos(), 0, seed.stream(Stream.NETWORK));
  }

  /** Calls will come at a rate. */
  void calling(Rate rate) {
    new PoissonLoad(world, clients, processes, rate, seed.stream(Stream.LOAD)).begin();
  }

  /** Lets calls come for a time, and gives those that are left ten minutes to end. */
  void callingFor(Duration length, Rate rate) {
    calling(rate.until(length.toNanos()));
    world.runUntil(length.plus(PATIENCE).toNanos());
  }

  Run run(double[] values, boolean watch) {
    return new Run(values, world.events(), series(tally, tally, watch));
  }

  /** Calls that were answered to those at the top, attempts as they come at the bottom. */
  static List<Series> series(Tally top, Tally bottom, boolean watch) {
    return watch
        ? List.of(
            new Series("goodput", "calls/s", SECOND, top.goodput()),
            new Series("load", "attempts/s", SECOND, bottom.attempts()))
        : List.of();
  }
}
