package dev.reprise.simulator.paper;

import static dev.reprise.simulator.paper.Measures.mean;
import static dev.reprise.simulator.paper.Measures.quotient;

import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Sweep;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Publications on clients that limit their own load. */
final class ClientPapers {

  private static final String AMPLIFICATION = "amplification";
  private static final String ANSWERED = "answered";
  private static final String THROTTLE = "throttle";
  private static final String RETRIES = "three-retries";
  private static final String ADAPTIVE = "adaptive";
  private static final String REFUND = "retry-refund";

  static final Paper SRE_THROTTLING =
      new Paper(
          "sre-throttling",
          "Handling Overload",
          "Alejandro Forero Cuervo, in: Site Reliability Engineering, O'Reilly, chapter 21",
          2016,
          "https://sre.google/sre-book/handling-overload/",
          "Clients reject requests themselves with probability max(0, (requests - K accepts)/"
              + "(requests + 1)). With K = 2 an overloaded backend rejects about one request for"
              + " each that it accepts; with K = 1.1, one for every ten.",
          List.of(
              new PaperExperiment(
                  "Ten processes make 1000 calls/s to a backend that accepts 100/s, for 5 min.",
                  PaperScenarios.with(
                          "rate-limit",
                          "rate=1000",
                          "limit=100",
                          "length=5m",
                          "retry-after=none",
                          "step-length=0s")
                      .withContenders(
                          PaperScenarios.contenders(
                              "one-attempt: maxAttempts=1 within=unlimited; budget=unlimited")),
                  List.of(new Sweep(THROTTLE, List.of("2", "1.1"))),
                  1,
                  List.of(
                      new Claim(
                          "requests at the backend for each accepted one, K = 2",
                          "2",
                          1.9,
                          2.1,
                          requests("2")),
                      new Claim(
                          "requests at the backend for each accepted one, K = 1.1",
                          "1.1",
                          1.05,
                          1.15,
                          requests("1.1"))))));

  static final Paper BROOKER_2022 =
      new Paper(
          "brooker-2022",
          "Fixing retries with token buckets and circuit breakers",
          "Marc Brooker, Marc's Blog",
          2022,
          "https://brooker.co.za/blog/2022/02/28/retries.html",
          "Three retries succeed often and add much load. An adaptive policy, in which each call adds"
              + " a tenth of a retry to a bucket, adds little, and behaves as a tenth of a retry at"
              + " high rates of failures. The numbers are those of the article's simulation.",
          List.of(asSimulated(), inTheLongRun()));

  /** A bucket of 5 that grants while it has more than 1, and gets 0.1 with each of 100 calls. */
  private static PaperExperiment asSimulated() {
    return new PaperExperiment(
        "Three of ten attempts fail. 100 processes make 10 calls/s each for 10 s; the bucket has"
            + " four retries at first, and one more for ten calls.",
        PaperScenarios.with(
                "failing-share", "share=0.3", "rate=1000", "processes=100", "length=10s")
            .withContenders(
                PaperScenarios.contenders(
                    RETRIES + ": " + threeRetries() + "; budget=unlimited",
                    ADAPTIVE + ": " + threeRetries() + "; budget=ratio(10%, 0.4/s, ttl=10s)")),
        List.of(),
        5,
        List.of(
            answered("calls that succeed with three retries", "0.991", 0.002, RETRIES),
            load("load with three retries", "1.418", RETRIES),
            answered("calls that succeed with the bucket", "0.798", 0.01, ADAPTIVE),
            load("load with the bucket", "1.14", ADAPTIVE)));
  }

  private static PaperExperiment inTheLongRun() {
    return new PaperExperiment(
        "As the text of the article describes it, in the long run: a success adds a tenth of a"
            + " retry, and a success after retries does not return what the retry took.",
        PaperScenarios.with("failing-share", "share=0.3", "rate=1000", "processes=1")
            .withContenders(
                PaperScenarios.contenders(
                    ADAPTIVE + ": " + threeRetries() + "; budget=bucket(50, 10)")),
        List.of(new Sweep(REFUND, List.of("false", "true"))),
        2,
        List.of(
            new Claim(
                "load that the bucket adds, without refund",
                "about 0.1 retries",
                0.05,
                0.11,
                added("false"))));
  }

  private ClientPapers() {}

  private static String threeRetries() {
    return "maxAttempts=4 within=unlimited backoff=fixed(10ms)";
  }

  private static Claim answered(
      String statement, String published, double tolerance, String contender) {
    double value = Double.parseDouble(published);
    return new Claim(
        statement, published, value - tolerance, value + tolerance, mean(contender, ANSWERED));
  }

  private static Claim load(String statement, String published, String contender) {
    double value = Double.parseDouble(published);
    return new Claim(
        statement, published, value - 0.015, value + 0.015, mean(contender, AMPLIFICATION));
  }

  private static ToDoubleFunction<Results> added(String refund) {
    ToDoubleFunction<Results> load = mean(Map.of(REFUND, refund), ADAPTIVE, AMPLIFICATION);
    return results -> load.applyAsDouble(results) - 1;
  }

  private static ToDoubleFunction<Results> requests(String factor) {
    return quotient(Map.of(THROTTLE, factor), "one-attempt", AMPLIFICATION, ANSWERED);
  }
}
