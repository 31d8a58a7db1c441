package dev.reprise.simulator.model;

import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.target.LimiterSettings;
import dev.reprise.simulator.target.LimiterSettings.Advice;
import dev.reprise.simulator.target.RateLimiter;
import java.time.Duration;
import java.util.List;

/** Calls that arrive at random at a server which admits a limited number a second. */
public final class LimiterKind implements Kind {

  static final Parameter<Double> RATE =
      Parameter.number("rate", 80, 0.001, 1_000_000, "calls a second");
  static final Parameter<Double> LIMIT =
      Parameter.number("limit", 100, 0.001, 1_000_000, "attempts a second that are let through");
  static final Parameter<Integer> BURST =
      Parameter.count("burst", 10, 1, 1_000_000, "attempts at once that are let through");
  static final Parameter<Advice> RETRY_AFTER =
      Parameter.choice("retry-after", Advice.EXACT, "the retry time that rejected calls receive");
  static final Parameter<Duration> FIXED =
      Parameter.duration("fixed", "1s", "1ms", "1h", "the retry time of retry-after=fixed");

  private static final List<Metric> METRICS =
      List.of(
          Stage.ANSWERED,
          Stage.AMPLIFICATION,
          new Metric("refused", "", "share of the attempts that were turned away"),
          new Metric("peak_load", "", "most attempts in a second, for each that is let through"),
          new Metric("done_s", "s", "when the last call ended"),
          Stage.P50,
          Stage.P99);

  /** The kind. */
  public LimiterKind() {}

  @Override
  public String name() {
    return "limiter";
  }

  @Override
  public String summary() {
    return "Calls arrive at random at a server that admits a limited number a second.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return Joined.of(
        List.of(
            RATE,
            Stage.LENGTH,
            ServerKind.PROCESSES,
            ServerKind.TIMEOUT,
            ServerKind.LATENCY,
            LIMIT,
            BURST,
            RETRY_AFTER,
            FIXED),
        RateSteps.PARAMETERS);
  }

  @Override
  public Model build(Settings settings) {
    LimiterSettings limiter =
        new LimiterSettings(
            settings.get(LIMIT),
            settings.get(BURST),
            settings.get(RETRY_AFTER),
            settings.get(FIXED).toNanos());
    return new LimiterModel(settings, limiter);
  }

  private record LimiterModel(Settings settings, LimiterSettings limiter) implements Model {

    @Override
    public List<Metric> metrics() {
      return METRICS;
    }

    @Override
    public Run run(Contender contender, Seed seed, boolean watch) {
      Stage stage = new Stage(settings, settings.get(ServerKind.PROCESSES), contender, seed);
      Served served = new Served();
      stage.clients.calling(
          new RateLimiter(stage.world, stage.clients, limiter, stage.network, served));
      Rate rate = RateSteps.of(settings, settings.get(RATE));
      stage.callingFor(settings.get(Stage.LENGTH), rate);
      return stage.run(values(stage.tally, served), watch);
    }

    private double[] values(Tally tally, Served served) {
      return new double[] {
        tally.answered(),
        tally.amplification(),
        1 - (double) served.all() / Math.max(1, tally.attemptsInAll()),
        tally.mostAttempts() / limiter.perSecond(),
        tally.lastEndNanos() / (double) Stage.SECOND,
        tally.lengths().quantileMillis(0.5),
        tally.lengths().quantileMillis(0.99)
      };
    }
  }
}
