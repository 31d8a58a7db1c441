package dev.reprise.simulator.model;

import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.target.LimiterSettings;
import dev.reprise.simulator.target.LimiterSettings.RetryAfter;
import dev.reprise.simulator.target.RateLimiter;
import java.time.Duration;
import java.util.List;

/** Calls that arrive at random at a server that admits a limited number per second. */
public final class LimiterKind implements ScenarioKind {

  static final Parameter<Double> RATE =
      Parameter.number("rate", 80, 0.001, 1_000_000, "calls per second");
  static final Parameter<Double> LIMIT =
      Parameter.number("limit", 100, 0.001, 1_000_000, "attempts per second that are admitted");
  static final Parameter<Integer> BURST =
      Parameter.count("burst", 10, 1, 1_000_000, "attempts that are admitted at once");
  static final Parameter<RetryAfter> RETRY_AFTER =
      Parameter.choice("retry-after", RetryAfter.EXACT, "retry time that rejected calls receive");
  static final Parameter<Duration> FIXED =
      Parameter.duration("fixed", "1s", "1ms", "1h", "retry time if retry-after=fixed");

  private static final List<Metric> METRICS =
      List.of(
          RunSetup.ANSWERED,
          RunSetup.AMPLIFICATION,
          new Metric("refused", "", "share of the attempts that were rejected", RunSetup.NO_CALLS),
          new Metric(
              "peak_load", "", "maximum number of attempts in one second, divided by the limit"),
          new Metric("done_s", "s", "time until the last call ended"),
          RunSetup.P50,
          RunSetup.P99);

  /** Creates the kind. */
  public LimiterKind() {}

  @Override
  public String name() {
    return "limiter";
  }

  @Override
  public String summary() {
    return "Calls arrive at random at a server that admits a limited number per second.";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return ConcatenatedLists.of(
        List.of(
            RATE,
            RunSetup.LENGTH,
            ServerKind.PROCESSES,
            ServerKind.TIMEOUT,
            ServerKind.LATENCY,
            LIMIT,
            BURST,
            RETRY_AFTER,
            FIXED),
        RateSteps.PARAMETERS,
        ClientParameters.PARAMETERS);
  }

  @Override
  public Model build(Settings settings) {
    RateSteps.check(settings);
    ClientParameters.check(settings);
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
      RunSetup setup = new RunSetup(settings, settings.get(ServerKind.PROCESSES), contender, seed);
      ServerWork served = new ServerWork();
      setup.clients.withTarget(
          new RateLimiter(setup.world, setup.clients, limiter, setup.network, served));
      Rate rate = RateSteps.of(settings, settings.get(RATE));
      setup.runLoad(settings.get(RunSetup.LENGTH), rate);
      return setup.run(values(setup.tally, served), watch);
    }

    @Override
    public double estimatedEvents(Contender contender) {
      double seconds = settings.get(RunSetup.LENGTH).toNanos() / 1e9;
      double calls = RateSteps.calls(settings, settings.get(RATE), seconds);
      return EventEstimate.ofCalls(calls, contender);
    }

    private double[] values(TrafficCounter tally, ServerWork served) {
      return new double[] {
        tally.successShare(),
        tally.amplification(),
        1 - (double) served.all() / tally.totalAttempts(),
        tally.maxAttemptsPerSlice() / limiter.perSecond(),
        tally.lastEndNanos() / (double) RunSetup.SECOND,
        tally.quantileMillis(0.5),
        tally.quantileMillis(0.99)
      };
    }
  }
}
