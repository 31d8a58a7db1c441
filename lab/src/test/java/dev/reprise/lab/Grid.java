package dev.reprise.lab;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.preset.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Requests for every scenario, with every kind of backoff, jitter and budget, and with presets. */
final class Grid {

  private static final Map<String, String> SHORTER =
      Map.of(
          "server",
          "rate=21\nworkers=3\nqueue=300\nfault-start=3s\nfault-length=6s\nwatch=30s",
          "herd",
          "clients=400",
          "row",
          "clients=20\nlength=4s",
          "table",
          "items=1500",
          "chain",
          "rate=14\nworkers=2\nqueue=100\nfault-start=3s\nfault-length=4s\nwatch=30s",
          "limiter",
          "length=6s\nstep-at=2s\nstep-length=2s",
          "flaky",
          "length=10s");

  static final List<String> BACKOFFS =
      List.of(
          "none",
          "fixed(30ms)",
          "fixed(30ms, jitter=proportional(0.3))",
          "linear(20ms, +15ms, cap=1s, jitter=full)",
          "exponential(10ms, x2, cap=2s)",
          "exponential(10ms, x1.7, cap=2s, jitter=full)",
          "exponential(3ms, x3, floor=5ms, cap=700ms, jitter=equal)",
          "exponential(10ms, x2, cap=2s, jitter=proportional(0.25))",
          "fibonacci(7ms, cap=1s, jitter=full)",
          "uniform(5ms, 250ms)",
          "sequence(10ms, 70ms, 300ms, jitter=equal)",
          "decorrelated(5ms, cap=2s)",
          "elapsed",
          "contention",
          "then(2, fixed(20ms), exponential(50ms, x2, cap=1s, jitter=full))");

  static final List<String> BUDGETS =
      List.of(
          "standard",
          "unlimited",
          "none",
          "bucket(50, 5)",
          "ratio(20%, 10/s)",
          "ratio(35%, 1/s, ttl=3s)",
          "grpc(10, 0.1)",
          "inFlight(20%, min=3)",
          "aws",
          "envoy");

  private static final List<String> REST =
      List.of(
          "",
          " attemptTimeout=300ms",
          " hintJitter=0",
          " maxHint=2s",
          " giveUpWhen=elapsed(2s)",
          " attemptTimeout=percentile(99, floor=20ms, cap=900ms)",
          " nesting=multiply");

  /** Parameters of models of servers and clients, each with a case of its own. */
  private static final List<String> MODELS =
      List.of(
          "distribution=constant",
          "distribution=log-normal\nspread=0.7",
          "distribution=percentiles\nservice=50ms\nservice-p99=400ms",
          "growth=1.5",
          "replicas=3\nslow-replicas=1\nslow-factor=4",
          "failing=0.2",
          "step-at=12s\nstep-length=5s\nstep-ramp=2s\nstep-rate=60",
          "fault=slow\nfault-size=4\nfault-ramp=3s",
          "throttle=1.5\nthrottle-window=10s",
          "retry-refund=false\nbreaker=0.3\nbreaker-window=4s\nbreaker-calls=10",
          "other-share=0.4\nother-policy=maxAttempts=2 backoff=fixed(7ms)");

  private static final List<String> HEDGES =
      List.of("after(80ms)", "after(30ms, maxInFlight=3)", "percentile(90, floor=5ms)");

  private Grid() {}

  /**
   * Returns the requests.
   *
   * @param runs the number of runs of each contender
   */
  static List<String> requests(int runs) {
    List<String> requests = new ArrayList<>();
    int seed = 0;
    for (Scenario scenario : Scenarios.all().values()) {
      String kind = scenario.kind().name();
      String settings = known(scenario, SHORTER.getOrDefault(kind, ""));
      for (List<String> contenders : contenders(scenario, seed)) {
        seed++;
        requests.add(
            "scenario="
                + scenario.name()
                + "\n"
                + settings
                + "runs="
                + runs
                + "\nseed="
                + 7919L * seed * seed
                + "\n"
                + String.join("\n", contenders));
      }
    }
    for (String model : MODELS) {
      seed++;
      requests.add(hedged(model, runs, seed));
    }
    return requests;
  }

  /** Returns short requests of the grid: a row with its sweep, a server with hedges, a mean. */
  static List<String> few() {
    List<String> all = requests(1);
    return List.of(
        first(all, "scenario=aws-contention\n", "contender=own-"),
        first(all, "scenario=outage-hang\n", "contender=hedged-"),
        roundedMean());
  }

  /**
   * Returns two runs with a mean of 101.5 calls, which a browser wrote with a fourth digit: its
   * {@code BigDecimal} does not round every number.
   */
  static String roundedMean() {
    return first(requests(2), "scenario=dynamodb-capacity\n", "contender=aws-legacy-throttled");
  }

  private static String first(List<String> requests, String scenario, String contender) {
    return requests.stream()
        .filter(each -> each.startsWith(scenario) && each.contains(contender))
        .findFirst()
        .orElseThrow();
  }

  /** Returns a request for a server and clients of a model, with policies of which some hedge. */
  private static String hedged(String model, int runs, int seed) {
    List<String> lines = new ArrayList<>();
    lines.add("scenario=outage-hang");
    lines.add(SHORTER.get("server"));
    lines.add(model);
    lines.add("runs=" + runs + "\nseed=" + 7919L * seed * seed);
    for (int i = 0; i < HEDGES.size(); i++) {
      String hedge = " idempotency=idempotent hedge=" + HEDGES.get(i);
      lines.add(
          "contender="
              + own(5 * seed + i)
                  .replaceFirst("^contender=own", "hedged")
                  .replace("; budget", hedge + "; budget"));
    }
    lines.add(own(5 * seed + HEDGES.size()));
    return String.join("\n", lines);
  }

  /** Returns the lines whose parameter the scenario has. */
  private static String known(Scenario scenario, String lines) {
    StringBuilder known = new StringBuilder();
    for (String line : lines.split("\n", -1)) {
      if (scenario
          .settings()
          .texts()
          .containsKey(line.substring(0, Math.max(0, line.indexOf('='))))) {
        known.append(line).append('\n');
      }
    }
    return known.toString();
  }

  private static List<List<String>> contenders(Scenario scenario, int seed) {
    List<List<String>> all = new ArrayList<>();
    all.add(
        scenario.contenders().stream().limit(5).map(each -> "contender=" + each.label()).toList());
    List<Contender> presets = Presets.contenders();
    List<String> some = new ArrayList<>();
    List<String> own = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      some.add("contender=" + presets.get((5 * seed + i) % presets.size()).label());
      own.add(own(5 * (seed / 3) + i));
    }
    all.add(some.stream().distinct().toList());
    all.add(own);
    return all;
  }

  private static String own(int index) {
    return "contender=own-"
        + index
        + ": maxAttempts="
        + (2 + index % 5)
        + " within=20s backoff="
        + BACKOFFS.get(index % BACKOFFS.size())
        + REST.get(index % REST.size())
        + "; budget="
        + BUDGETS.get(index % BUDGETS.size());
  }
}
