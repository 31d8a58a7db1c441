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

/** Services that call each other, each with its own retries, in front of a server that fails. */
public final class ChainKind implements ScenarioKind {

  static final Parameter<Integer> LAYERS =
      Parameter.count(
          "layers", 3, 1, 5, "number of layers that retry; the last one calls the server");
  static final Parameter<Boolean> REPORTS =
      Parameter.flag(
          "reports",
          true,
          "whether a failure informs the layer above that it was retried, as within one process;"
              + " the nesting of the policy decides on the effect");
  static final Parameter<Boolean> DEADLINES =
      Parameter.flag(
          "deadline-propagation",
          false,
          "whether a layer stops when the attempt of the layer above times out");

  /** Creates the kind. */
  public ChainKind() {}

  @Override
  public String name() {
    return "chain";
  }

  @Override
  public String summary() {
    return "A chain of services, each with its own retries, calls a server that fails temporarily.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return ConcatenatedLists.of(List.of(LAYERS, REPORTS, DEADLINES), new ServerKind().parameters());
  }

  @Override
  public Model build(Settings settings) {
    ServerKind.check(settings);
    return new ChainModel(settings);
  }

  private record ChainModel(Settings settings) implements Model {

    @Override
    public List<Metric> metrics() {
      return List.of(
          new Metric(
              "amplification",
              "",
              "attempts on the server per call of the top layer",
              RunSetup.NO_CALLS),
          new Metric("while_failing", "", "attempts per call during the fault; 0 without a fault"),
          new Metric(
              "peak_load",
              "",
              "maximum number of attempts on the server in one second, divided by the rate"),
          new Metric(
              "answered",
              "",
              "share of the calls of the top layer that succeeded",
              RunSetup.NO_CALLS),
          Recovery.metric(Horizon.of(settings)),
          RunSetup.WASTED,
          RunSetup.P50,
          RunSetup.P99);
    }

    @Override
    public Run run(Contender contender, Seed seed, boolean watch) {
      World world = new World();
      Horizon horizon = Horizon.of(settings);
      TrafficCounter top = counter(horizon);
      TrafficCounter bottom = settings.get(LAYERS) == 1 ? top : counter(horizon);
      ServerWork served = new ServerWork(horizon.measuredNanos());
      if (watch) {
        top.recordDurations();
      }
      Clients[] layers = clients(world, contender, seed, top, bottom);
      Server server = connected(layers, world, seed, served);
      new PoissonLoad(
              world,
              layers[0],
              settings.get(ServerKind.PROCESSES),
              RateSteps.of(settings, settings.get(ServerKind.RATE)),
              seed.stream(Stream.LOAD))
          .begin();
      Recovery recovery = new Recovery(world, top, horizon, server::queued);
      double[] values = values(top, bottom, served, recovery.watch(watch));
      List<Series> series =
          ConcatenatedLists.of(
              RunSetup.series(top, bottom, recovery.seconds(), watch), recovery.series(watch));
      return new Run(values, world.events(), series);
    }

    @Override
    public double estimatedEvents(Contender contender) {
      double layers = settings.get(LAYERS);
      double attempts = StrictMath.pow(EventEstimate.attempts(contender), layers - 1);
      return attempts * EventEstimate.ofServer(settings, contender);
    }

    private static TrafficCounter counter(Horizon horizon) {
      return new TrafficCounter(RunSetup.SECOND, horizon.measuredNanos());
    }

    /** Connects the layers with each other, and the last one with a server. */
    private Server connected(Clients[] layers, World world, Seed seed, ServerWork served) {
      Network network = RunSetup.network(settings, seed);
      Clients last = layers[layers.length - 1];
      Server server =
          new Server(
              world,
              last,
              ServerKind.serverSettings(settings),
              network,
              seed.stream(Stream.SERVICE),
              seed.stream(Stream.ROUTE),
              served);
      last.withTarget(server);
      LayerSettings between =
          new LayerSettings(
              settings.get(ServerKind.PROCESSES), settings.get(DEADLINES), settings.get(REPORTS));
      for (int i = 0; i + 1 < layers.length; i++) {
        layers[i].withTarget(new Layer(world, layers[i], layers[i + 1], between, network));
      }
      return server;
    }

    private Clients[] clients(
        World world, Contender contender, Seed seed, TrafficCounter top, TrafficCounter bottom) {
      ClientSettings how =
          ClientParameters.of(
              settings,
              contender,
              settings.get(ServerKind.PROCESSES),
              settings.get(ServerKind.TIMEOUT).toNanos());
      SimulationRandom random = seed.stream(Stream.POLICY);
      Clients[] clients = new Clients[settings.get(LAYERS)];
      for (int i = 0; i < clients.length; i++) {
        TrafficCounter between =
            i == clients.length - 1 ? bottom : new TrafficCounter(RunSetup.SECOND);
        clients[i] = new Clients(world, how, random, i == 0 ? top : between);
      }
      return clients;
    }

    /** Returns the attempts per second during the fault; 0 if nothing fails. */
    private double whileFailing(TrafficCounter bottom) {
      Fault fault = ServerKind.fault(settings);
      int from = (int) Math.ceil(fault.startNanos() / (double) RunSetup.SECOND);
      int to = (int) (fault.endNanos() / RunSetup.SECOND);
      return bottom.attempts(from, to) / Math.max(1, to - from);
    }

    private double[] values(
        TrafficCounter top, TrafficCounter bottom, ServerWork served, double recovery) {
      double rate = settings.get(ServerKind.RATE);
      return new double[] {
        (double) bottom.totalAttempts() / top.calls(),
        whileFailing(bottom) / rate,
        bottom.maxAttemptsPerSlice() / rate,
        top.successShare(),
        recovery,
        served.wastedShare(),
        top.quantileMillis(0.5),
        top.quantileMillis(0.99)
      };
    }
  }
}
