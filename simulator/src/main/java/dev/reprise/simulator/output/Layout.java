package dev.reprise.simulator.output;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Metric;
import java.util.List;

/** Which metrics are told by default, and what contenders are called. */
public final class Layout {

  private static final String ROW = "row";
  private static final List<String> AT_ONCE = List.of("calls", "time_ms");
  private static final List<String> OVER_TIME =
      List.of("calls_each", "time_each_ms", "p99_ms", "fairness");

  private Layout() {}

  /**
   * The metrics that are told where nobody says which.
   *
   * @param scenario whose metrics
   * @return all of them; of clients that change a row at once, their calls and their time; of those
   *     that change it again and again, calls and time for each success, and fairness
   */
  public static List<Metric> metrics(Scenario scenario) {
    List<Metric> all = scenario.model().metrics();
    if (!isRow(scenario)) {
      return all;
    }
    boolean atOnce = "at-once".equals(scenario.settings().texts().get("load"));
    List<String> told = atOnce ? AT_ONCE : OVER_TIME;
    return told.stream()
        .flatMap(name -> all.stream().filter(metric -> metric.name().equals(name)))
        .toList();
  }

  /**
   * What the contenders are.
   *
   * @param scenario where they compete
   * @return {@code algorithm} for clients that change a row, else {@code policy}
   */
  public static String contenders(Scenario scenario) {
    return isRow(scenario) ? "algorithm" : "policy";
  }

  private static boolean isRow(Scenario scenario) {
    return scenario.kind().name().equals(ROW);
  }
}
