package dev.reprise.simulator.model;

import dev.reprise.simulator.load.Population;
import dev.reprise.simulator.model.Seed.Stream;
import dev.reprise.simulator.target.Fault;
import dev.reprise.simulator.target.Server;
import dev.reprise.simulator.target.ServerSettings;
import java.time.Duration;
import java.util.List;

/** Clients that call a server with workers behind a queue, by default all at once. */
public final class ThunderingHerdKind implements ScenarioKind {

  static final Parameter<Integer> CLIENTS =
      Parameter.count("clients", 10_000, 1, 1_000_000, "number of clients");
  static final Parameter<Integer> PROCESSES =
      Parameter.count(
          "processes", 10_000, 1, 1_000_000, "number of processes that the clients belong to");
  static final Parameter<Integer> QUEUE =
      Parameter.count("queue", 1000, 0, 10_000_000, "maximum number of queued attempts");

  private static final List<Metric> METRICS =
      ConcatenatedLists.of(
          List.of(
              new Metric("done_s", "s", "time until the last call ended"),
              RunSetup.ANSWERED,
              RunSetup.AMPLIFICATION,
              new Metric("peak_load", "/s", "maximum number of attempts in one second"),
              RunSetup.WASTED,
              RunSetup.P50,
              RunSetup.P99),
          CallPattern.FAIRNESS);

  /** Creates the kind. */
  public ThunderingHerdKind() {}

  @Override
  public String name() {
    return "herd";
  }

  @Override
  public String summary() {
    return "Clients call a server with workers and a queue, all at once or spread over a period.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return ConcatenatedLists.of(
        List.of(
            CLIENTS,
            PROCESSES,
            ServerKind.TIMEOUT,
            ServerKind.LATENCY,
            ServerKind.WORKERS,
            ServerKind.SERVICE,
            QUEUE,
            ServerKind.ORDER,
            ServerKind.DROP_ABANDONED),
        CallPattern.PARAMETERS,
        ServiceParameters.PARAMETERS,
        ClientParameters.PARAMETERS);
  }

  @Override
  public Model build(Settings settings) {
    ServiceParameters.check(settings);
    ClientParameters.check(settings);
    return new HerdModel(settings);
  }

  private record HerdModel(Settings settings) implements Model {

    private static final Duration LIMIT = Duration.ofDays(2);

    /** The time of an attempt that is assumed where messages take none. */
    private static final double LEAST_NANOS = 1e3;

    @Override
    public List<Metric> metrics() {
      return METRICS;
    }

    @Override
    public Run run(Contender contender, Seed seed, boolean watch) {
      Population.Pattern pattern = pattern();
      RunSetup setup = new RunSetup(settings, pattern.processes(), contender, seed);
      ServerWork served = new ServerWork();
      setup.clients.withTarget(
          new Server(
              setup.world,
              setup.clients,
              server(),
              setup.network,
              seed.stream(Stream.SERVICE),
              seed.stream(Stream.ROUTE),
              served));
      Population callers =
          new Population(setup.world, setup.clients, pattern, seed.stream(Stream.LOAD));
      callers.begin();
      setup.world.runUntil(LIMIT.toNanos());
      return setup.run(values(setup.tally, served, callers), watch);
    }

    @Override
    public double estimatedEvents(Contender contender) {
      // A client of a process of its own may use a whole budget.
      double attempts = Math.min(contender.policy().maxAttempts(), EventEstimate.MOST_ATTEMPTS);
      return EventEstimate.ofAttempts(settings.get(CLIENTS) * callsOfEach(attempts), attempts);
    }

    /** Returns the calls of a client whose attempts are all rejected at once. */
    private double callsOfEach(double attempts) {
      Population.Pattern pattern = pattern();
      double attempt = Math.max(LEAST_NANOS, 2.0 * settings.get(ServerKind.LATENCY).toNanos());
      return Math.max(1, pattern.durationNanos() / (pattern.thinkNanos() + attempts * attempt));
    }

    private Population.Pattern pattern() {
      return CallPattern.of(settings, settings.get(CLIENTS), settings.get(PROCESSES));
    }

    private ServerSettings server() {
      return new ServerSettings(
          settings.get(ServerKind.WORKERS),
          ServiceParameters.service(settings),
          settings.get(QUEUE),
          settings.get(ServerKind.ORDER) == ServerKind.Order.LIFO,
          settings.get(ServerKind.DROP_ABANDONED),
          Fault.NONE,
          ServiceParameters.replicas(settings),
          settings.get(ServiceParameters.FAILING));
    }

    private static double[] values(TrafficCounter tally, ServerWork served, Population callers) {
      return new double[] {
        tally.lastEndNanos() / (double) RunSetup.SECOND,
        tally.successShare(),
        tally.amplification(),
        tally.maxAttemptsPerSlice(),
        served.wastedShare(),
        tally.quantileMillis(0.5),
        tally.quantileMillis(0.99),
        callers.topTenthShare(),
        callers.fairness()
      };
    }
  }
}
