package dev.reprise.simulator.model;

import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.load.PoissonLoad;
import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.model.Seed.Stream;
import dev.reprise.simulator.target.Network;
import java.time.Duration;
import java.util.ArrayList;
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

  /** The text for a share of calls, or a number for each, in a run without calls. */
  static final String NO_CALLS = "no calls";

  static final Metric ANSWERED =
      new Metric("answered", "", "share of the calls that succeeded", NO_CALLS);
  static final Metric AMPLIFICATION =
      new Metric("amplification", "", "attempts per call", NO_CALLS);
  static final Metric WASTED =
      new Metric("wasted", "", "share of the served attempts whose client had timed out");
  static final Metric P50 = percentile("p50_ms", "median duration of the calls, failed ones last");
  static final Metric P99 = percentile("p99_ms", "99th percentile of durations, failed calls last");

  final World world = new World();
  final TrafficCounter tally;
  final Clients clients;
  final Network network;
  private final int processes;
  private final Seed seed;

  /** Returns a percentile in which calls without success are longer than any other. */
  static Metric percentile(String name, String meaning) {
    return new Metric(name, "ms", meaning, "failed");
  }

  /** Measures the whole run. */
  RunSetup(Settings settings, int processes, Contender contender, Seed seed) {
    this(settings, processes, contender, seed, Long.MAX_VALUE);
  }

  /**
   * Takes timeout and latency from settings that contain the server's parameters of these names.
   */
  RunSetup(Settings settings, int processes, Contender contender, Seed seed, long measuredNanos) {
    tally = new TrafficCounter(SECOND, measuredNanos);
    this.processes = processes;
    this.seed = seed;
    ClientSettings how =
        ClientParameters.of(
            settings, contender, processes, settings.get(ServerKind.TIMEOUT).toNanos());
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
    int seconds = (int) Math.min(Integer.MAX_VALUE / 2, tally.lastEndNanos() / SECOND);
    return new Run(values, world.events(), series(tally, tally, seconds, watch));
  }

  /**
   * Returns the goodput of the top layer, the attempts that arrive at the bottom layer, their
   * number for each call, and the durations of calls if they were recorded, of each complete
   * second.
   */
  static List<Series> series(
      TrafficCounter top, TrafficCounter bottom, int seconds, boolean watch) {
    if (!watch) {
      return List.of();
    }
    double[] attempts = bottom.attemptsBySlice(seconds);
    double[] durations = top.durationsBySlice(seconds);
    List<Series> series = new ArrayList<>();
    series.add(new Series("goodput", "calls/s", SECOND, top.goodputBySlice(seconds)));
    series.add(new Series("load", "attempts/s", SECOND, attempts));
    series.add(
        new Series(
            Series.AMPLIFICATION,
            "attempts per call",
            SECOND,
            ratios(attempts, top.callsBySlice(seconds))));
    if (durations.length > 0) {
      series.add(new Series(Series.DURATION, "s", SECOND, durations));
    }
    return List.copyOf(series);
  }

  /** Divides values by others; NaN for a division by zero. */
  private static double[] ratios(double[] values, double[] others) {
    double[] ratios = new double[values.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = others[i] == 0 ? Double.NaN : values[i] / others[i];
    }
    return ratios;
  }
}
