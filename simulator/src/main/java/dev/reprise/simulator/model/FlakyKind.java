package dev.reprise.simulator.model;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.model.Seed.Stream;
import dev.reprise.simulator.target.Flaky;
import java.time.Duration;
import java.util.List;

/** Calls of which a fixed share of the attempts fails, whatever the load. */
public final class FlakyKind implements Kind {

  static final Parameter<Double> RATE =
      Parameter.number("rate", 100, 0.001, 1_000_000, "calls a second");
  static final Parameter<Double> SHARE =
      Parameter.number("share", 0.3, 0, 1, "share of the attempts that fail");
  static final Parameter<Duration> LATENCY =
      Parameter.duration("latency", "10ms", "0s", "1h", "how long a message takes one way");

  private static final List<Metric> METRICS =
      List.of(
          Stage.ANSWERED,
          Stage.AMPLIFICATION,
          new Metric("no_budget", "", "share of the calls that ended for want of budget"),
          Stage.P50,
          Stage.P99);

  /** The kind. */
  public FlakyKind() {}

  @Override
  public String name() {
    return "flaky";
  }

  @Override
  public String summary() {
    return "A fixed share of the attempts fails by chance, whatever the load.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(RATE, Stage.LENGTH, SHARE, ServerKind.PROCESSES, ServerKind.TIMEOUT, LATENCY);
  }

  @Override
  public Model build(Settings settings) {
    return new FlakyModel(settings);
  }

  private record FlakyModel(Settings settings) implements Model {

    @Override
    public List<Metric> metrics() {
      return METRICS;
    }

    @Override
    public Run run(Contender contender, Seed seed, boolean watch) {
      Stage stage = new Stage(settings, settings.get(ServerKind.PROCESSES), contender, seed);
      stage.clients.calling(
          new Flaky(
              stage.world,
              stage.clients,
              stage.network,
              settings.get(SHARE),
              seed.stream(Stream.SERVICE),
              now -> {}));
      stage.callingFor(settings.get(Stage.LENGTH), Rate.of(settings.get(RATE)));
      return stage.run(values(stage.tally), watch);
    }

    private static double[] values(Tally tally) {
      return new double[] {
        tally.answered(),
        tally.amplification(),
        (double) tally.ended(StopReason.BUDGET) / Math.max(1, tally.finished()),
        tally.lengths().quantileMillis(0.5),
        tally.lengths().quantileMillis(0.99)
      };
    }
  }
}
