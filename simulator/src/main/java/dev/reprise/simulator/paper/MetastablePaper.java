package dev.reprise.simulator.paper;

import static dev.reprise.simulator.paper.Measures.recovered;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Sweep;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A publication on systems that stay overloaded after the cause is gone. */
final class MetastablePaper {

  private static final String RATE = "rate";
  private static final String STEP_RATE = "step-rate";
  private static final String FAULT_LENGTH = "fault-length";
  private static final String HANG = "two-second-hang";
  private static final int SEEDS = 2;

  static final Paper METASTABLE =
      new Paper(
          "metastable",
          "Metastable Failures in the Wild",
          "Lexiang Huang, Matthew Magnusson, Abishek Bangalore Muralikrishna, Salman Estyak,"
              + " Rebecca Isaacs, Abutalib Aghayev, Timothy Zhu, Aleksey Charapko, OSDI",
          2022,
          "https://www.usenix.org/conference/osdi22/presentation/huang-lexiang",
          "Below a threshold of the load a system returns from any fault. Above it, a fault that is"
              + " large enough leaves it overloaded by its own retries, until the load is reduced"
              + " far below that at which it worked before. The threshold of the server here"
              + " is mu/A, with its capacity mu and A attempts of a call whose attempts all time"
              + " out.",
          List.of(threshold(), hysteresis(), map()));

  private MetastablePaper() {}

  private static Scenario noBudget(String... values) {
    Scenario scenario = PaperScenarios.with(HANG, values);
    return scenario.withContenders(PaperScenarios.only(scenario, "no-budget"));
  }

  private static PaperExperiment threshold() {
    return new PaperExperiment(
        "Three attempts, capacity 1000/s, so mu/A = 333/s; the server hangs for 3 s.",
        noBudget("fault-length=3s"),
        List.of(new Sweep(RATE, List.of("330", "360"))),
        SEEDS,
        List.of(
            all("share of runs that recover at 330 calls/s", at(RATE, "330")),
            none("share of runs that recover at 360 calls/s", at(RATE, "360"))));
  }

  private static PaperExperiment hysteresis() {
    return new PaperExperiment(
        "Overloaded at 700 calls/s since a hang of 2 s; the rate is reduced for 30 s.",
        noBudget("watch=60s", "rate=700", "fault-start=10s", "step-at=30s", "step-length=30s"),
        List.of(new Sweep(STEP_RATE, List.of("320", "200"))),
        SEEDS,
        List.of(
            none("share of runs that recover after 30 s at 320 calls/s", at(STEP_RATE, "320")),
            all("share of runs that recover after 30 s at 200 calls/s", at(STEP_RATE, "200"))));
  }

  private static PaperExperiment map() {
    return new PaperExperiment(
        "A tenth of the size: capacity 100/s, mu/A = 33/s; load by duration of the hang.",
        noBudget("workers=10", "queue=1000", "fault-start=20s", "watch=180s"),
        List.of(
            new Sweep(RATE, List.of("20", "30", "40", "50", "60", "70", "80")),
            new Sweep(FAULT_LENGTH, List.of("500ms", "1s", "2s", "4s", "8s"))),
        1,
        List.of(
            all("share of runs that recover below mu/A", point -> rate(point) < 33),
            none(
                "share of runs that recover at 50/s and more, after hangs of 4 s and more",
                point -> rate(point) >= 50 && isLong(point)),
            all(
                "share of runs that recover after hangs of 500 ms, at up to 70/s",
                MetastablePaper::isShort)));
  }

  private static int rate(Map<String, String> point) {
    return Integer.parseInt(point.getOrDefault(RATE, "0"));
  }

  private static boolean isLong(Map<String, String> point) {
    return List.of("4s", "8s").contains(point.get(FAULT_LENGTH));
  }

  private static boolean isShort(Map<String, String> point) {
    return "500ms".equals(point.get(FAULT_LENGTH)) && rate(point) <= 70;
  }

  private static Predicate<Map<String, String>> at(String parameter, String value) {
    return point -> value.equals(point.get(parameter));
  }

  private static Claim all(String statement, Predicate<Map<String, String>> points) {
    return new Claim(statement, "1, all of them", 1, 1, recovered(points));
  }

  private static Claim none(String statement, Predicate<Map<String, String>> points) {
    return new Claim(statement, "0, none of them", 0, 0, recovered(points));
  }
}
