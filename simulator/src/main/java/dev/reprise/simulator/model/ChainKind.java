package dev.reprise.simulator.model;

import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.load.PoissonLoad;
import dev.reprise.simulator.model.Seed.Stream;
import dev.reprise.simulator.target.Fault;
import dev.reprise.simulator.target.Layer;
import dev.reprise.simulator.target.LayerSettings;
import dev.reprise.simulator.target.Network;
import dev.reprise.simulator.target.Server;
import java.util.List;

/** Services that call each other, each with retries of its own, before a server that fails. */
public final class ChainKind implements Kind {

  static final Parameter<Integer> LAYERS =
      Parameter.count(
          "layers", 3, 1, 5, "how many layers retry, the one that calls the server last");
  static final Parameter<Boolean> REPORTS =
      Parameter.flag(
          "reports",
          true,
          "whether a failure reports to the layer above that it was retried, as within one process; a"
              + " policy heeds it by its nesting");
  static final Parameter<Boolean> DEADLINES =
      Parameter.flag(
          "deadline-propagation",
          false,
          "whether a layer knows for how long the layer above waits, and stops then");

  private static final List<Metric> METRICS =
      List.of(
          new Metric("amplification", "", "attempts on the server for each call of the top layer"),
          new Metric("while_failing", "", "the same, while the fault lasts; 0 without one"),
          new Metric("peak_load", "", "most attempts on the server in a second, for each call"),
          new Metric("answered", "", "share of the calls of the top layer that succeeded"),
          new Metric("recovery_s", "s", "from the end of the fault to 95 % of the calls answered"),
          Stage.WASTED,
          Stage.P50,
          Stage.P99);

  /** The kind. */
  public ChainKind() {}

  @Override
  public String name() {
    return "chain";
  }

  @Override
  public String summary() {
    return "Services that call each other, each with retries of its own, before a failing server.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return Joined.of(List.of(LAYERS, REPORTS, DEADLINES), new ServerKind().parameters());
  }

  @Override
  public Model build(Settings settings) {
    return new ChainModel(settings);
  }

  private record ChainModel(Settings settings) implements Model {

    @Override
    public List<Metric> metrics() {
      return METRICS;
    }

    @Override
    public Run run(Contender contender, Seed seed, boolean watch) {
      World world = new World();
      Tally top = new Tally(Stage.SECOND);
      Tally bottom = settings.get(LAYERS) == 1 ? top : new Tally(Stage.SECOND);
      Served served = new Served();
      Clients first = layers(world, contender, seed, top, bottom, served);
      double rate = settings.get(ServerKind.RATE);
      new PoissonLoad(
              world,
              first,
              settings.get(ServerKind.PROCESSES),
              RateSteps.of(settings, rate),
              seed.stream(Stream.LOAD))
          .begin();
      double recovery =
          Recovery.watch(
              world, top, rate, ServerKind.faultEnd(settings), ServerKind.seconds(settings), watch);
      return new Run(
          values(top, bottom, served, recovery), world.events(), Stage.series(top, bottom, watch));
    }

    /** Builds layers and server, and answers with the clients at the top. */
    private Clients layers(
        World world, Contender contender, Seed seed, Tally top, Tally bottom, Served served) {
      Network network = Stage.network(settings, seed);
      Clients[] layers = clients(world, contender, seed, top, bottom);
      Clients last = layers[layers.length - 1];
      last.calling(
          new Server(
              world,
              last,
              ServerKind.serverSettings(settings),
              network,
              seed.stream(Stream.SERVICE),
              served));
      LayerSettings between =
          new LayerSettings(
              settings.get(ServerKind.PROCESSES), settings.get(DEADLINES), settings.get(REPORTS));
      for (int i = 0; i + 1 < layers.length; i++) {
        layers[i].calling(new Layer(world, layers[i], layers[i + 1], between, network));
      }
      return layers[0];
    }

    private Clients[] clients(
        World world, Contender contender, Seed seed, Tally top, Tally bottom) {
      ClientSettings how =
          contender.in(
              settings.get(ServerKind.PROCESSES), settings.get(ServerKind.TIMEOUT).toNanos());
      SimulationRandom random = seed.stream(Stream.POLICY);
      Clients[] clients = new Clients[settings.get(LAYERS)];
      for (int i = 0; i < clients.length; i++) {
        Tally between = i == clients.length - 1 ? bottom : new Tally(Stage.SECOND);
        clients[i] = new Clients(world, how, random, i == 0 ? top : between);
      }
      return clients;
    }

    /** Attempts a second; 0 if nothing fails. */
    private double whileFailing(Tally bottom) {
      Fault fault = ServerKind.fault(settings);
      int from = (int) Math.ceil(fault.startNanos() / (double) Stage.SECOND);
      int to = (int) (fault.endNanos() / Stage.SECOND);
      return bottom.attempts(from, to) / Math.max(1, to - from);
    }

    private double[] values(Tally top, Tally bottom, Served served, double recovery) {
      double rate = settings.get(ServerKind.RATE);
      return new double[] {
        (double) bottom.attemptsInAll() / Math.max(1, top.calls()),
        whileFailing(bottom) / rate,
        bottom.mostAttempts() / rate,
        top.answered(),
        recovery,
        served.wastedShare(),
        top.lengths().quantileMillis(0.5),
        top.lengths().quantileMillis(0.99)
      };
    }
  }
}
