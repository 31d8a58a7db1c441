package dev.reprise.cli.simulate;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.output.Table;
import dev.reprise.simulator.output.VerdictText;
import dev.reprise.simulator.output.Wrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Results as text. */
final class ResultText {

  private ResultText() {}

  static List<String> of(Results results, List<Metric> metrics) {
    List<String> lines = new ArrayList<>(head(results));
    lines.add("");
    if (results.cells().isEmpty()) {
      lines.add("INCOMPLETE: stopped before the first run ended.");
      return lines;
    }
    lines.addAll(Table.of(results, metrics));
    lines.add("");
    lines.addAll(VerdictText.of(results));
    if (!results.complete()) {
      lines.add("");
      lines.add(incomplete(results));
    }
    return lines;
  }

  private static List<String> head(Results results) {
    String changed = String.join(", ", changes(results.scenario()));
    String runs = results.seeds() == 1 ? "1 run" : results.seeds() + " runs each";
    return Wrap.lines(
        results.scenario().name() + ": ",
        (changed.isEmpty() ? "" : changed + "; ") + runs + ", base seed " + results.baseSeed());
  }

  /** Parameters that differ from the built-in scenario, or from the defaults of the kind. */
  private static List<String> changes(Scenario scenario) {
    Scenario base = Scenarios.all().get(scenario.name());
    List<String> changes = new ArrayList<>();
    for (Map.Entry<String, String> each : scenario.settings().texts().entrySet()) {
      String original = base == null ? null : base.settings().texts().get(each.getKey());
      if (base == null ? isSet(scenario, each) : !each.getValue().equals(original)) {
        changes.add(each.getKey() + " " + each.getValue());
      }
    }
    return changes;
  }

  private static boolean isSet(Scenario scenario, Map.Entry<String, String> each) {
    return scenario.settings().parameters().stream()
        .anyMatch(
            parameter ->
                parameter.name().equals(each.getKey())
                    && !parameter.defaultText().equals(each.getValue()));
  }

  /** Returns the number of policies at all points. */
  private static long cells(Results results) {
    long cells = results.scenario().contenders().size();
    for (Sweep sweep : results.sweeps()) {
      cells *= sweep.values().size();
    }
    return cells;
  }

  private static String incomplete(Results results) {
    int runs = results.cells().stream().mapToInt(Cell::runs).sum();
    return "INCOMPLETE: stopped after "
        + runs
        + " of "
        + results.seeds() * cells(results)
        + " runs; the results so far may mislead.";
  }
}
