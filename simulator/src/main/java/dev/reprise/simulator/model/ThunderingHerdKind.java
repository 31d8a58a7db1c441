package dev.reprise.simulator.model;

import dev.reprise.simulator.load.Population;
import dev.reprise.simulator.model.Seed.Stream;
import dev.reprise.simulator.target.Fault;
import dev.reprise.simulator.target.Server;
import dev.reprise.simulator.target.ServerSettings;
import java.time.Duration;
import java.util.List;

/** A number of clients, all at once by default, against a server of workers behind a queue. */
public final class ThunderingHerdKind implements Kind {

  static final Parameter<Integer> CLIENTS =
      Parameter.count("clients", 10_000, 1, 1_000_000, "how many call");
  static final Parameter<Integer> PROCESSES =
      Parameter.count("processes", 10_000, 1, 1_000_000, "how many processes the clients are in");
  static final Parameter<Integer> QUEUE =
      Parameter.count("queue", 1000, 0, 10_000_000, "attempts that wait at most");

  private static final List<Metric> METRICS =
      Joined.of(
          List.of(
              new Metric("done_s", "s", "when the last call ended"),
              Stage.ANSWERED,
              Stage.AMPLIFICATION,
              new Metric("peak_load", "/s", "most attempts in a second"),
              Stage.WASTED,
              Stage.P50,
              Stage.P99),
          CallPattern.FAIRNESS);

  /** The kind. */
  public ThunderingHerdKind() {}

  @Override
  public String name() {
    return "herd";
  }

  @Override
  public String summary() {
    return "Clients come at once, or by a plan, to workers behind a queue.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return Joined.of(
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
        CallPattern.PARAMETERS);
  }

  @Override
  public Model build(Settings settings) {
    return new HerdModel(settings);
  }

  private record HerdModel(Settings settings) implements Model {

    private static final Duration LIMIT = Duration.ofDays(2);

    @Override
    public List<Metric> metrics() {
      return METRICS;
    }

    @Override
    public Run run(Contender contender, Seed seed, boolean watch) {
      Population.Pattern pattern =
          CallPattern.of(settings, settings.get(CLIENTS), settings.get(PROCESSES));
      Stage stage = new Stage(settings, pattern.processes(), contender, seed);
      Served served = new Served();
      stage.clients.calling(
          new Server(
              stage.world,
              stage.clients,
              server(),
              stage.network,
              seed.stream(Stream.SERVICE),
              served));
      Population callers =
          new Population(stage.world, stage.clients, pattern, seed.stream(Stream.LOAD));
      callers.begin();
      stage.world.runUntil(LIMIT.toNanos());
      return stage.run(values(stage.tally, served, callers), watch);
    }

    private ServerSettings server() {
      return new ServerSettings(
          settings.get(ServerKind.WORKERS),
          settings.get(ServerKind.SERVICE).toNanos(),
          settings.get(QUEUE),
          settings.get(ServerKind.ORDER) == ServerKind.Order.LIFO,
          settings.get(ServerKind.DROP_ABANDONED),
          Fault.NONE);
    }

    private static double[] values(Tally tally, Served served, Population callers) {
      return new double[] {
        tally.lastEndNanos() / (double) Stage.SECOND,
        tally.answered(),
        tally.amplification(),
        tally.mostAttempts(),
        served.wastedShare(),
        tally.lengths().quantileMillis(0.5),
        tally.lengths().quantileMillis(0.99),
        callers.topTenthShare(),
        callers.fairness()
      };
    }
  }
}
