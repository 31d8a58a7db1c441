package dev.reprise.simulator.paper;

import static dev.reprise.simulator.paper.Measures.ratio;

import dev.reprise.simulator.experiment.Scenario;
import java.util.List;

/** Publications on jitter. */
final class JitterPapers {

  private static final String CALLS = "calls";
  private static final String FULL = "full";
  private static final String EXPONENTIAL = "exponential";
  private static final String NONE = "none";

  static final Paper AWS_2015 =
      new Paper(
          "aws-2015",
          "Exponential Backoff And Jitter",
          "Marc Brooker, AWS Architecture Blog",
          2015,
          "https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/",
          "Clients that change one row retry in step unless their delays are random. Full jitter"
              + " reduces both calls and time.",
          List.of(
              new PaperExperiment(
                  "100 clients change one row at the same time, each once.",
                  contention(),
                  List.of(),
                  20,
                  List.of(
                      new Claim(
                          "calls with full jitter, as a share of those with backoff without jitter",
                          "less than half",
                          0,
                          0.5,
                          ratio(FULL, EXPONENTIAL, CALLS)),
                      new Claim(
                          "calls with backoff without jitter, as a share of those without backoff",
                          "less, though not much",
                          0.5,
                          0.95,
                          ratio(EXPONENTIAL, NONE, CALLS)),
                      new Claim(
                          "time with full jitter, as a share of that with backoff without jitter",
                          "much less",
                          0,
                          0.2,
                          ratio(FULL, EXPONENTIAL, "time_ms"))))));

  private JitterPapers() {}

  private static Scenario contention() {
    Scenario scenario = PaperScenarios.with("aws-contention", "clients=100");
    return scenario.withContenders(PaperScenarios.only(scenario, FULL, EXPONENTIAL, NONE));
  }
}
