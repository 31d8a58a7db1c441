package dev.reprise.simulator.model;

import dev.reprise.simulator.model.Seed.Stream;
import dev.reprise.simulator.target.Fault;
import dev.reprise.simulator.target.Server;
import dev.reprise.simulator.target.ServerSettings;
import java.time.Duration;
import java.util.List;

/** Calls that come by chance to a server of workers behind a queue, which fails for a while. */
public final class ServerKind implements Kind {

  static final Parameter<Double> RATE =
      Parameter.number("rate", 700, 0.001, 1_000_000, "calls a second");
  static final Parameter<Integer> PROCESSES =
      Parameter.count("processes", 10, 1, 100_000, "client processes, each with its own budget");
  static final Parameter<Duration> TIMEOUT =
      Parameter.duration(
          "timeout", "1s", "1us", "1h", "how long clients wait for an attempt, at most");
  static final Parameter<Duration> LATENCY =
      Parameter.duration("latency", "5ms", "0s", "1h", "how long a message takes one way");
  static final Parameter<Integer> WORKERS =
      Parameter.count("workers", 100, 1, 1_000_000, "attempts that are served at a time");
  static final Parameter<Duration> SERVICE =
      Parameter.duration(
          "service", "100ms", "1us", "1h", "how long an attempt is served on average");
  static final Parameter<Integer> QUEUE =
      Parameter.count("queue", 10_000, 0, 10_000_000, "attempts that wait at most");
  static final Parameter<Order> ORDER =
      Parameter.choice("order", Order.FIFO, "which of those that wait is served next");
  static final Parameter<Boolean> DROP_ABANDONED =
      Parameter.flag(
          "drop-abandoned", false, "whether the server passes over those that nobody waits for");
  static final Parameter<FaultChoice> FAULT =
      Parameter.choice("fault", FaultChoice.HANG, "what goes wrong");
  static final Parameter<Duration> FAULT_START =
      Parameter.duration("fault-start", "60s", "0s", "1d", "when it goes wrong");
  static final Parameter<Duration> FAULT_LENGTH =
      Parameter.duration("fault-length", "60s", "0s", "1d", "for how long");
  static final Parameter<Double> FAULT_SIZE =
      Parameter.number(
          "fault-size",
          0.3,
          0,
          1_000_000,
          "the share of workers left in a brown-out; how many times as long a slow service takes");
  static final Parameter<Duration> WATCH =
      Parameter.duration(
          "watch", "600s", "30s", "1d", "how long after the fault a recovery is waited for");

  private static final List<Metric> METRICS =
      List.of(
          new Metric("recovery_s", "s", "from the end of the fault to 95 % of the calls answered"),
          Stage.ANSWERED,
          Stage.AMPLIFICATION,
          new Metric("peak_load", "", "most attempts in a second, for each call of the rate"),
          Stage.WASTED,
          Stage.P50,
          Stage.P99);

  /** Which of those that wait is served next. */
  enum Order {
    FIFO,
    LIFO
  }

  /** The kind of fault. */
  enum FaultChoice {
    NONE,
    HANG,
    FAST_FAILURE,
    BROWN_OUT,
    SLOW
  }

  /** The kind. */
  public ServerKind() {}

  @Override
  public String name() {
    return "server";
  }

  @Override
  public String summary() {
    return "Calls come by chance to workers behind a queue, which fail for a while.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return Joined.of(
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
            WATCH),
        RateSteps.PARAMETERS);
  }

  @Override
  public Model build(Settings settings) {
    return new ServerModel(settings, serverSettings(settings));
  }

  static ServerSettings serverSettings(Settings settings) {
    return new ServerSettings(
        settings.get(WORKERS),
        settings.get(SERVICE).toNanos(),
        settings.get(QUEUE),
        settings.get(ORDER) == Order.LIFO,
        settings.get(DROP_ABANDONED),
        fault(settings));
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
        settings.get(FAULT_SIZE));
  }

  /** The second at which everything is again as it was. */
  static int faultEnd(Settings settings) {
    long end = Math.max(fault(settings).endNanos(), RateSteps.endNanos(settings));
    return (int) Math.ceil(end / (double) Stage.SECOND);
  }

  /** The number of seconds that a recovery is waited for. */
  static int seconds(Settings settings) {
    return (int) settings.get(WATCH).toSeconds();
  }

  private record ServerModel(Settings settings, ServerSettings server) implements Model {

    @Override
    public List<Metric> metrics() {
      return METRICS;
    }

    @Override
    public Run run(Contender contender, Seed seed, boolean watch) {
      Stage stage = new Stage(settings, settings.get(PROCESSES), contender, seed);
      Served served = new Served();
      double rate = settings.get(RATE);
      stage.clients.calling(
          new Server(
              stage.world,
              stage.clients,
              server,
              stage.network,
              seed.stream(Stream.SERVICE),
              served));
      stage.calling(RateSteps.of(settings, rate));
      double recovery =
          Recovery.watch(
              stage.world, stage.tally, rate, faultEnd(settings), seconds(settings), watch);
      return stage.run(values(recovery, rate, stage.tally, served), watch);
    }

    private static double[] values(double recovery, double rate, Tally tally, Served served) {
      return new double[] {
        recovery,
        tally.answered(),
        tally.amplification(),
        tally.mostAttempts() / rate,
        served.wastedShare(),
        tally.lengths().quantileMillis(0.5),
        tally.lengths().quantileMillis(0.99)
      };
    }
  }
}
