package dev.reprise.simulator.report;

import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** States what a figure was made from, so that it can be understood on its own. */
final class Origin {

  private static final List<String> ALWAYS = List.of("clients", "rate");

  private Origin() {}

  /** Returns scenario, settings, runs and base seed, and the meaning of bands around means. */
  static String withBands(Results results) {
    int least = results.cells().stream().mapToInt(Cell::runs).min().orElse(0);
    String bands = " Bands: 95 % confidence of the mean (Student's t).";
    return least < 2 ? of(results) : of(results) + bands;
  }

  /** Returns scenario, settings, runs and base seed. */
  static String of(Results results) {
    return scenario(results.scenario(), results)
        + "; "
        + runs(results.seeds())
        + ", base seed "
        + results.baseSeed()
        + ".";
  }

  /** Returns scenario, settings and base seed of a single run. */
  static String ofRun(Scenario scenario, long baseSeed) {
    return scenario.name()
        + settings(scenario, List.of())
        + "; one run, base seed "
        + baseSeed
        + ".";
  }

  private static String scenario(Scenario scenario, Results results) {
    List<String> swept = results.sweeps().stream().map(sweep -> sweep.parameter()).toList();
    return scenario.name() + settings(scenario, swept);
  }

  private static String runs(int seeds) {
    return seeds == 1 ? "1 run of each point" : "means of " + seeds + " runs of each point";
  }

  /** Returns the load, and the settings that differ from those of the scenario with this name. */
  private static String settings(Scenario scenario, List<String> swept) {
    Scenario base = Scenarios.all().get(scenario.name());
    Map<String, String> usual = base == null ? Map.of() : base.settings().texts();
    List<String> shown = new ArrayList<>();
    scenario
        .settings()
        .texts()
        .forEach(
            (name, value) -> {
              boolean changed = base != null && !value.equals(usual.get(name));
              if ((changed || ALWAYS.contains(name)) && !swept.contains(name)) {
                shown.add(name + " " + value);
              }
            });
    return shown.isEmpty() ? "" : ", " + String.join(", ", shown);
  }
}
