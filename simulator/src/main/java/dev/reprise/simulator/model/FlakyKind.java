package dev.reprise.simulator.model;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.model.Seed.Stream;
import dev.reprise.simulator.target.FlakyServer;
import java.time.Duration;
import java.util.List;

/** Calls whose attempts fail with a fixed probability, at any load. */
public final class FlakyKind implements ScenarioKind {

  static final Parameter<Double> RATE =
      Parameter.number("rate", 100, 0.001, 1_000_000, "calls per second");
  static final Parameter<Double> SHARE =
      Parameter.number("share", 0.3, 0, 1, "share of the attempts that fail");
  static final Parameter<Duration> LATENCY =
      Parameter.duration("latency", "10ms", "0s", "1h", "latency of a message, one way");

  private static final List<Metric> METRICS =
      List.of(
          RunSetup.ANSWERED,
          RunSetup.AMPLIFICATION,
          new Metric(
              "no_budget",
              "",
              "share of the calls that ended because their budget was empty",
              RunSetup.NO_CALLS),
          RunSetup.P50,
          RunSetup.P99);

  /** Creates the kind. */
  public FlakyKind() {}

  @Override
  public String name() {
    return "flaky";
  }

  @Override
  public String summary() {
    return "A fixed share of the attempts fails at random, independent of the load.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return ConcatenatedLists.of(
        List.of(RATE, RunSetup.LENGTH, SHARE, ServerKind.PROCESSES, ServerKind.TIMEOUT, LATENCY),
        ClientParameters.PARAMETERS);
  }

  @Override
  public Model build(Settings settings) {
    ClientParameters.check(settings);
    return new FlakyModel(settings);
  }

  private record FlakyModel(Settings settings) implements Model {

    @Override
    public List<Metric> metrics() {
      return METRICS;
    }

    @Override
    public Run run(Contender contender, Seed seed, boolean watch) {
      RunSetup setup = new RunSetup(settings, settings.get(ServerKind.PROCESSES), contender, seed);
      setup.clients.withTarget(
          new FlakyServer(
              setup.world,
              setup.clients,
              setup.network,
              settings.get(SHARE),
              seed.stream(Stream.SERVICE),
              now -> {}));
      setup.runLoad(settings.get(RunSetup.LENGTH), Rate.of(settings.get(RATE)));
      return setup.run(values(setup.tally), watch);
    }

    @Override
    public double estimatedEvents(Contender contender) {
      double calls = settings.get(RATE) * settings.get(RunSetup.LENGTH).toNanos() / 1e9;
      return EventEstimate.ofCalls(calls, contender);
    }

    private static double[] values(TrafficCounter tally) {
      return new double[] {
        tally.successShare(),
        tally.amplification(),
        (double) tally.ended(StopReason.BUDGET) / tally.endedCalls(),
        tally.quantileMillis(0.5),
        tally.quantileMillis(0.99)
      };
    }
  }
}
