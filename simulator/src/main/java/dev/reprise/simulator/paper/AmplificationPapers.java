package dev.reprise.simulator.paper;

import static dev.reprise.simulator.paper.Measures.mean;

import dev.reprise.simulator.experiment.Scenario;
import java.util.List;

/** Publications on the load that retries add. */
final class AmplificationPapers {

  private static final String AMPLIFICATION = "amplification";
  private static final String WHILE_FAILING = "while_failing";
  private static final String ALL_FAIL = "share=1";
  private static final String FAILING_SHARE = "failing-share";
  private static final String NO_BUDGET = "no-budget";

  static final Paper SRE_64 =
      new Paper(
          "sre-64",
          "Addressing Cascading Failures",
          "Mike Ulrich, in: Site Reliability Engineering, O'Reilly, chapter 22",
          2016,
          "https://sre.google/sre-book/addressing-cascading-failures/",
          "Retries at several layers multiply: with three layers and three retries each, one action"
              + " of a user makes 64 attempts on an overloaded database.",
          List.of(
              new PaperExperiment(
                  "Three layers with four attempts each call a server that fails for 30 s.",
                  chain(3, 4, "10"),
                  List.of(),
                  5,
                  List.of(
                      new Claim(
                          "attempts on the server for each call while it fails",
                          "4^3 = 64",
                          62.5,
                          65.5,
                          mean("multiply", WHILE_FAILING))))));

  static final Paper BUILDERS_243 =
      new Paper(
          "builders-243",
          "Timeouts, retries, and backoff with jitter",
          "Marc Brooker, Amazon Builders' Library",
          2019,
          "https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/",
          "In a stack of five layers of services with three attempts each, the load on the database"
              + " grows 243 times when it begins to fail.",
          List.of(
              new PaperExperiment(
                  "Five layers with three attempts each call a server that fails for 30 s.",
                  chain(5, 3, "10"),
                  List.of(),
                  5,
                  List.of(
                      new Claim(
                          "attempts on the server for each call while it fails",
                          "3^5 = 243",
                          230,
                          256,
                          mean("multiply", WHILE_FAILING))))));

  static final Paper SRE_BUDGET =
      new Paper(
          "sre-budget",
          "Handling Overload",
          "Alejandro Forero Cuervo, in: Site Reliability Engineering, O'Reilly, chapter 21",
          2016,
          "https://sre.google/sre-book/handling-overload/",
          "A limit of three attempts for each request lets the load grow to nearly three times; a"
              + " budget of each client, 10 % of its requests, to 1.1 times.",
          List.of(
              new PaperExperiment(
                  "All attempts fail; with three attempts, and with a budget of 10 % in addition.",
                  PaperScenarios.with(FAILING_SHARE, ALL_FAIL)
                      .withContenders(
                          PaperScenarios.contenders(
                              attempts("three-attempts", 3, "unlimited"),
                              attempts("budget-10", 3, "ratio(10%, 0/s)"))),
                  List.of(),
                  5,
                  List.of(
                      new Claim(
                          "load with three attempts",
                          "3 times",
                          2.95,
                          3,
                          mean("three-attempts", AMPLIFICATION)),
                      new Claim(
                          "load with a budget of 10 %",
                          "1.1 times", 1.08, 1.11, mean("budget-10", AMPLIFICATION))))));

  static final Paper FINAGLE =
      new Paper(
          "finagle",
          "Finagle, RetryBudget",
          "Twitter, Finagle user's guide, Clients: Retries",
          2016,
          "https://twitter.github.io/finagle/guide/Clients.html#retries",
          "By default 20 % of the requests may be retried, and 10 requests a second in addition.",
          List.of(
              new PaperExperiment(
                  "A process makes 100 calls a second, which all fail.",
                  PaperScenarios.with(FAILING_SHARE, ALL_FAIL, "processes=1", "rate=100")
                      .withContenders(
                          PaperScenarios.contenders(
                              attempts("finagle", 5, "finagle"),
                              attempts(NO_BUDGET, 5, "unlimited"))),
                  List.of(),
                  5,
                  List.of(
                      new Claim(
                          "attempts for each call: 1 + 20 % + 10/s at 100/s",
                          "1.3", 1.28, 1.32, mean("finagle", AMPLIFICATION))))));

  private AmplificationPapers() {}

  private static Scenario chain(int layers, int attempts, String rate) {
    return PaperScenarios.with(
            "three-layers", "layers=" + layers, "rate=" + rate, "latency=1ms", "workers=100")
        .withContenders(
            PaperScenarios.contenders(
                "multiply: maxAttempts="
                    + attempts
                    + " within=unlimited backoff=fixed(1ms) nesting=multiply; budget=unlimited"));
  }

  private static String attempts(String label, int attempts, String budget) {
    return label
        + ": maxAttempts="
        + attempts
        + " within=unlimited backoff=fixed(100ms); budget="
        + budget;
  }
}
