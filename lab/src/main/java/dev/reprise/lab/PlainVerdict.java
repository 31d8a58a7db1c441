package dev.reprise.lab;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.stats.Estimate;
import dev.reprise.simulator.stats.NumberText;
import java.util.List;

/** Two sentences about one contender: whether it recovers, and what its calls cost. */
final class PlainVerdict {

  private static final String RECOVERY = "recovery_s";
  private static final String ANSWERED = "answered";
  private static final String AMPLIFICATION = "amplification";
  private static final String NOT = "not ";
  private static final double PERCENT = 100;

  private final Scenario scenario;
  private final Cell cell;

  PlainVerdict(Scenario scenario, Cell cell) {
    this.scenario = scenario;
    this.cell = cell;
  }

  List<String> sentences() {
    List<Metric> shown = scenario.defaultMetrics();
    boolean isShare = shown.get(0).name().equals(ANSWERED);
    String first = has(RECOVERY) ? recovery() : sentence(shown.get(0));
    if (has(ANSWERED) && has(AMPLIFICATION)) {
      return isShare && !has(RECOVERY) ? List.of(calls()) : List.of(first, calls());
    }
    return shown.size() < 2 ? List.of(first) : List.of(first, sentence(shown.get(1)));
  }

  private boolean has(String metric) {
    return cell.metrics().stream().anyMatch(each -> each.name().equals(metric));
  }

  private String recovery() {
    Estimate recovery = cell.estimate(RECOVERY);
    int runs = recovery.count() + recovery.undefined();
    String undefined = cell.metric(RECOVERY).undefined();
    if (!undefined.startsWith(NOT)) {
      return recovery.count() == 0
          ? "Without a fault: " + undefined + "."
          : "There is no fault to recover from.";
    }
    if (recovery.count() == 0) {
      return "Does not recover " + undefined.substring(NOT.length()) + " of the end of the fault.";
    }
    String seconds = NumberText.of(recovery.mean());
    if (recovery.undefined() == 0 && seconds.equals("0")) {
      return "Recovers at once after the fault.";
    }
    String after = seconds + " s after the fault";
    return recovery.undefined() == 0
        ? "Recovers " + after + "."
        : "Recovers in "
            + recovery.count()
            + " of "
            + runs
            + " runs, "
            + after
            + " on average; in the others it does not.";
  }

  private String calls() {
    if (cell.estimate(ANSWERED).count() == 0) {
      return "No calls come.";
    }
    String attempts = NumberText.of(cell.estimate(AMPLIFICATION).mean());
    return NumberText.of(PERCENT * cell.estimate(ANSWERED).mean())
        + " % of the calls succeed, with "
        + attempts
        + (attempts.equals("1") ? " attempt" : " attempts")
        + " for each call.";
  }

  private String sentence(Metric metric) {
    String meaning = metric.meaning();
    Estimate estimate = cell.estimate(metric.name());
    String unit = metric.unit().isEmpty() || estimate.count() == 0 ? "" : " " + metric.unit();
    return Character.toUpperCase(meaning.charAt(0))
        + meaning.substring(1)
        + ": "
        + NumberText.of(estimate, metric.undefined()).replace("+-", "\u00b1")
        + unit
        + ".";
  }
}
