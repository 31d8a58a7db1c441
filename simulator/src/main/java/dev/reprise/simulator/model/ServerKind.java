package dev.reprise.simulator.model;

import dev.reprise.simulator.model.Seed.Stream;
import dev.reprise.simulator.target.Fault;
import dev.reprise.simulator.target.Server;
import dev.reprise.simulator.target.ServerSettings;
import java.time.Duration;
import java.util.List;

/**
 * Calls that arrive at random at a server with workers behind a queue, which fails for a period.
 */
public final class ServerKind implements ScenarioKind {

  static final Parameter<Double> RATE =
      Parameter.number("rate", 700, 0.001, 1_000_000, "calls per second");
  static final Parameter<Integer> PROCESSES =
      Parameter.count("processes", 10, 1, 100_000, "client processes, each with its own budget");
  static final Parameter<Duration> TIMEOUT =
      Parameter.duration("timeout", "1s", "1us", "1h", "timeout of an attempt at the client");
  static final Parameter<Duration> LATENCY =
      Parameter.duration("latency", "5ms", "0s", "1h", "latency of a message, one way");
  static final Parameter<Integer> WORKERS =
      Parameter.count(
          "workers", 100, 1, 1_000_000, "number of attempts that are served at the same time");
  static final Parameter<Duration> SERVICE =
      Parameter.duration("service", "100ms", "1us", "1h", "mean service time of an attempt");
  static final Parameter<Integer> QUEUE =
      Parameter.count("queue", 10_000, 0, 10_000_000, "maximum number of queued attempts");
  static final Parameter<Order> ORDER =
      Parameter.choice("order", Order.FIFO, "order in which queued attempts are served");
  static final Parameter<Boolean> DROP_ABANDONED =
      Parameter.flag(
          "drop-abandoned", false, "whether the server skips attempts whose client has timed out");
  static final Parameter<FaultChoice> FAULT =
      Parameter.choice("fault", FaultChoice.HANG, "kind of fault");
  static final Parameter<Duration> FAULT_START =
      Parameter.duration("fault-start", "60s", "0s", "1d", "start of the fault");
  static final Parameter<Duration> FAULT_LENGTH =
      Parameter.duration("fault-length", "60s", "0s", "1d", "duration of the fault");
  static final Parameter<Double> FAULT_SIZE =
      Parameter.number(
          "fault-size",
          0.3,
          0,
          1_000_000,
          "share of the workers that are available if fault=brown-out; factor of the service time"
              + " if fault=slow");
  static final Parameter<Duration> FAULT_RAMP =
      Parameter.duration(
          "fault-ramp",
          "0s",
          "0s",
          "1d",
          "time in which the size of the fault grows from 1 to fault-size");
  static final Parameter<Duration> WATCH =
      Parameter.duration(
          "watch", "600s", "30s", "1d", "period after the fault in which the system must recover");
  static final Parameter<Duration> WINDOW =
      Parameter.duration(
          "window",
          "120s",
          "1s",
          "1d",
          "period after the fault whose calls are measured, with all before; at most watch");

  /** The choices of the parameter {@code order}. */
  enum Order {
    FIFO,
    LIFO
  }

  /** The choices of the parameter {@code fault}. */
  enum FaultChoice {
    NONE,
    HANG,
    FAST_FAILURE,
    BROWN_OUT,
    SLOW
  }

  /** Creates the kind. */
  public ServerKind() {}

  @Override
  public String name() {
    return "server";
  }

  @Override
  public String summary() {
    return "Calls arrive at random at a server with workers and a queue, which fails for a period.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return ConcatenatedLists.of(
        List.of(
            RATE,
            PROCESSES,
            TIMEOUT,
            LATENCY,
            WORKERS,
            SERVICE,
            QUEUE,
            ORDER,
            DROP_ABANDONED,
            FAULT,
            FAULT_START,
            FAULT_LENGTH,
            FAULT_SIZE,
            FAULT_RAMP,
            WATCH,
            WINDOW),
        RateSteps.PARAMETERS,
        ServiceParameters.PARAMETERS,
        ClientParameters.PARAMETERS);
  }

  @Override
  public Model build(Settings settings) {
    check(settings);
    return new ServerModel(settings, serverSettings(settings));
  }

  /** Checks values of these parameters that may contradict each other. */
  static void check(Settings settings) {
    RateSteps.check(settings);
    ServiceParameters.check(settings);
    ClientParameters.check(settings);
  }

  static ServerSettings serverSettings(Settings settings) {
    return new ServerSettings(
        settings.get(WORKERS),
        ServiceParameters.service(settings),
        settings.get(QUEUE),
        settings.get(ORDER) == Order.LIFO,
        settings.get(DROP_ABANDONED),
        fault(settings),
        ServiceParameters.replicas(settings),
        settings.get(ServiceParameters.FAILING));
  }

  static Fault fault(Settings settings) {
    FaultChoice choice = settings.get(FAULT);
    if (choice == FaultChoice.NONE) {
      return Fault.NONE;
    }
    long start = settings.get(FAULT_START).toNanos();
    return new Fault(
        Fault.Kind.valueOf(choice.name()),
        start,
        start + settings.get(FAULT_LENGTH).toNanos(),
        settings.get(FAULT_SIZE),
        settings.get(FAULT_RAMP).toNanos());
  }

  private record ServerModel(Settings settings, ServerSettings server) implements Model {

    @Override
    public List<Metric> metrics() {
      return List.of(
          Recovery.metric(Horizon.of(settings)),
          RunSetup.ANSWERED,
          RunSetup.AMPLIFICATION,
          new Metric(
              "peak_load", "", "maximum number of attempts in one second, divided by the rate"),
          RunSetup.WASTED,
          RunSetup.P50,
          RunSetup.P99);
    }

    @Override
    public Run run(Contender contender, Seed seed, boolean watch) {
      Horizon horizon = Horizon.of(settings);
      long measured = horizon.measuredNanos();
      RunSetup setup = new RunSetup(settings, settings.get(PROCESSES), contender, seed, measured);
      ServerWork served = new ServerWork(measured);
      if (watch) {
        setup.tally.recordDurations();
      }
      double rate = settings.get(RATE);
      Server called =
          new Server(
              setup.world,
              setup.clients,
              server,
              setup.network,
              seed.stream(Stream.SERVICE),
              seed.stream(Stream.ROUTE),
              served);
      setup.clients.withTarget(called);
      setup.addLoad(RateSteps.of(settings, rate));
      Recovery recovery = new Recovery(setup.world, setup.tally, horizon, called::queued);
      double[] values = values(recovery.watch(watch), rate, setup.tally, served);
      List<Series> series =
          ConcatenatedLists.of(
              RunSetup.series(setup.tally, setup.tally, recovery.seconds(), watch),
              recovery.series(watch));
      return new Run(values, setup.world.events(), series);
    }

    @Override
    public double estimatedEvents(Contender contender) {
      return EventEstimate.ofServer(settings, contender);
    }

    private static double[] values(
        double recovery, double rate, TrafficCounter tally, ServerWork served) {
      return new double[] {
        recovery,
        tally.successShare(),
        tally.amplification(),
        tally.maxAttemptsPerSlice() / rate,
        served.wastedShare(),
        tally.quantileMillis(0.5),
        tally.quantileMillis(0.99)
      };
    }
  }
}
