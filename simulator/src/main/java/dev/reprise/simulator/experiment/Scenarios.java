package dev.reprise.simulator.experiment;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.model.ChainKind;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.FlakyKind;
import dev.reprise.simulator.model.LimiterKind;
import dev.reprise.simulator.model.RowKind;
import dev.reprise.simulator.model.ScenarioKind;
import dev.reprise.simulator.model.ServerKind;
import dev.reprise.simulator.model.Settings;
import dev.reprise.simulator.model.TableKind;
import dev.reprise.simulator.model.ThunderingHerdKind;
import dev.reprise.text.PrintableText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The scenarios that the simulator contains, by name. */
public final class Scenarios {

  private static final String FOR_EVER = "maxAttempts=unlimited within=unlimited backoff=";
  private static final String FIVE = "maxAttempts=5 within=unlimited backoff=";
  private static final String FULL = "exponential(100ms, x2, cap=20s, jitter=full)";
  private static final String THREE = "maxAttempts=3 within=unlimited backoff=" + FULL;
  private static final ScenarioKind ROW = new RowKind();
  private static final ScenarioKind SERVER = new ServerKind();
  private static final ScenarioKind HERD = new ThunderingHerdKind();
  private static final ScenarioKind LIMITER = new LimiterKind();
  private static final ScenarioKind TABLE = new TableKind();
  private static final ScenarioKind CHAIN = new ChainKind();
  private static final ScenarioKind FLAKY = new FlakyKind();

  private static final List<Contender> FIVE_BACKOFFS =
      List.of(
          endless("full", "exponential(10ms, x2, cap=2s, jitter=full)"),
          endless("none", "none"),
          endless("exponential", "exponential(10ms, x2, cap=2s)"),
          endless("equal", "exponential(10ms, x2, cap=2s, jitter=equal)"),
          endless("decorrelated", "decorrelated(5ms, cap=2s)"));

  private static final List<Contender> BUDGETS =
      List.of(
          contender("standard", THREE, RetryBudget.standard()),
          contender("no-retry", "maxAttempts=1 within=unlimited", RetryBudget.unlimited()),
          contender("no-budget", THREE, RetryBudget.unlimited()),
          contender("bucket-500-5", THREE, RetryBudget.bucket(500, 5)),
          contender("ratio-20", THREE, RetryBudget.finagle()));

  private static final List<Contender> SEVEN_BACKOFFS =
      Stream.concat(
              FIVE_BACKOFFS.stream(),
              Stream.of(endless("elapsed", "elapsed"), endless("contention", "contention")))
          .toList();

  private static final List<Contender> HINTED =
      List.of(
          endless("hint-alone", "none hintJitter=0"),
          endless("hint-with-jitter", "none"),
          endless("full", "exponential(10ms, x2, cap=2s, jitter=full) hintJitter=0"));

  private static final List<Contender> FIVE_TIMES =
      List.of(
          five("full", FULL),
          five("full-exact-hints", FULL + " hintJitter=0"),
          five("no-jitter", "exponential(100ms, x2, cap=20s)"),
          five("elapsed", "elapsed"),
          contender("standard", FIVE + FULL, RetryBudget.standard()));

  private static final List<Contender> BATCHES =
      List.of(
          five("full", FULL),
          five("no-jitter", "exponential(100ms, x2, cap=20s)"),
          five("none", "none"),
          five("elapsed", "elapsed"),
          contender("standard", FIVE + FULL, RetryBudget.standard()));

  private static final List<Contender> LAYERS =
      List.of(
          contender("multiply", THREE + " nesting=multiply", RetryBudget.unlimited()),
          contender("collapse", THREE, RetryBudget.unlimited()),
          contender("multiply-standard", THREE + " nesting=multiply", RetryBudget.standard()),
          contender("standard", THREE, RetryBudget.standard()),
          contender("no-retry", "maxAttempts=1 within=unlimited", RetryBudget.unlimited()));

  private static final List<Contender> PATIENCE =
      List.of(
          contender("ten", "maxAttempts=10 within=5m backoff=" + FULL, RetryBudget.standard()),
          contender("three", THREE, RetryBudget.standard()),
          contender(
              "no-jitter",
              "maxAttempts=10 within=5m backoff=exponential(100ms, x2, cap=20s)",
              RetryBudget.standard()),
          contender("elapsed", "maxAttempts=10 within=5m backoff=elapsed", RetryBudget.standard()),
          contender("no-retry", "maxAttempts=1 within=unlimited", RetryBudget.unlimited()));

  private static final List<Scenario> ALL =
      List.of(
          new Scenario(
              "aws-contention",
              "Clients change one row at the same time, each once. With this simulation AWS showed"
                  + " that backoff needs jitter.",
              ROW,
              Settings.of(ROW.parameters()),
              SEVEN_BACKOFFS),
          new Scenario(
              "outage-hang",
              "A server hangs for a minute while its queue fills. Does it recover, and when?",
              SERVER,
              Settings.of(SERVER.parameters()),
              BUDGETS),
          new Scenario(
              "two-second-hang",
              "A server hangs for two seconds, which is enough for retries to overload it"
                  + " permanently.",
              SERVER,
              Settings.of(SERVER.parameters()).with("fault-length", "2s"),
              BUDGETS),
          new Scenario(
              "brown-out",
              "A server loses seven of ten workers for a minute.",
              SERVER,
              Settings.of(SERVER.parameters()).with("fault", "brown-out"),
              BUDGETS),
          scenario(
              "fast-failure",
              "A server fails every attempt at once for a minute. Its queue stays empty, so it"
                  + " recovers with any policy; policies differ in the load during the fault.",
              SERVER,
              BUDGETS,
              "fault=fast-failure"),
          scenario(
              "latency-step",
              "For a minute the service time is five times as long, so more attempts arrive than"
                  + " the server can serve. It also serves attempts whose clients have timed out,"
                  + " which is wasted work.",
              SERVER,
              BUDGETS,
              "fault=slow",
              "fault-size=5"),
          scenario(
              "lifo-queue",
              "As outage-hang, but the server serves the newest attempt first. After the fault, new"
                  + " attempts succeed at once; serving the old ones is wasted work.",
              SERVER,
              BUDGETS,
              "order=lifo"),
          scenario(
              "rate-limit",
              "For ten seconds calls arrive at three times the rate of a limiter, which"
                  + " rejects them with Retry-After. Compare retry-after=none, fixed, exact and"
                  + " reserved.",
              LIMITER,
              FIVE_TIMES,
              "retry-after=reserved",
              "step-at=10s",
              "step-rate=300",
              "step-length=10s"),
          scenario(
              "dynamodb-capacity",
              "Ten thousand items are written in batches of 25 to a table that accepts 500 items"
                  + " per second and returns the unprocessed ones. No policy is faster than the"
                  + " table; policies differ in calls that write nothing, and in items that are"
                  + " not written.",
              TABLE,
              BATCHES),
          scenario(
              "three-layers",
              "A chain of three services, each with three attempts, calls a server that fails for"
                  + " half a minute: up to 27 attempts for one call. Compare nesting, budgets and"
                  + " deadline-propagation=true.",
              CHAIN,
              LAYERS,
              "rate=70",
              "workers=10",
              "queue=1000",
              "fault=fast-failure",
              "fault-start=10s",
              "fault-length=30s",
              "watch=120s"),
          scenario(
              "thundering-herd",
              "Ten thousand clients with one schedule call a server at the same time. It serves a"
                  + " thousand attempts per second, and its queue has a thousand places."
                  + " load=staggered shows the benefit of a random start.",
              HERD,
              PATIENCE),
          scenario(
              "failing-share",
              "Three of ten attempts fail at random, independent of the load. Budgets do not help;"
                  + " the scenario shows their cost.",
              FLAKY,
              BUDGETS),
          scenario(
              "reserved-slots",
              "As aws-contention, but the response to a conflict contains a time at which the row"
                  + " is reserved for the client. Each success needs two writes, for any number of"
                  + " clients.",
              ROW,
              HINTED,
              "control=reserved-slots"),
          scenario(
              "closed-loop",
              "Clients change one row repeatedly for a minute. Backoff favours clients that have"
                  + " just succeeded. Compare p99 and fairness, also with control=lock.",
              ROW,
              SEVEN_BACKOFFS,
              "load=closed-loop"));

  private Scenarios() {}

  private static Scenario scenario(
      String name,
      String summary,
      ScenarioKind kind,
      List<Contender> contenders,
      String... values) {
    Settings settings = Settings.of(kind.parameters());
    for (String value : values) {
      int equals = value.indexOf('=');
      settings = settings.with(value.substring(0, equals), value.substring(equals + 1));
    }
    return new Scenario(name, summary, kind, settings, contenders);
  }

  private static Contender five(String label, String backoff) {
    return contender(label, FIVE + backoff, RetryBudget.unlimited());
  }

  private static Contender endless(String label, String backoff) {
    return contender(label, FOR_EVER + backoff, RetryBudget.unlimited());
  }

  private static Contender contender(String label, String policy, RetryBudget budget) {
    return new Contender(label, RetryPolicy.parse(policy), budget);
  }

  /**
   * Returns all scenarios.
   *
   * @return the scenarios by name, in the order in which they are listed
   */
  public static Map<String, Scenario> all() {
    Map<String, Scenario> byName = new LinkedHashMap<>();
    ALL.forEach(scenario -> byName.put(scenario.name(), scenario));
    return byName;
  }

  /**
   * Returns a scenario.
   *
   * @param name its name
   * @return the scenario
   * @throws IllegalArgumentException if there is no such scenario; the message lists the existing
   *     ones
   */
  public static Scenario named(String name) {
    Scenario scenario = all().get(name);
    if (scenario == null) {
      throw new IllegalArgumentException(
          "there is no scenario "
              + PrintableText.oneLine(name)
              + "; there are "
              + String.join(", ", all().keySet()));
    }
    return scenario;
  }
}
