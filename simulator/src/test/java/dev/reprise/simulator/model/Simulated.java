package dev.reprise.simulator.model;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.Cell;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import java.util.List;

/** Runs one contender in a kind of situation. */
final class Simulated {

  private Simulated() {}

  static Cell cell(
      ScenarioKind kind, String policy, RetryBudget budget, int seeds, String... values) {
    Settings settings = Settings.of(kind.parameters());
    for (String value : values) {
      String[] parts = value.split("=");
      settings = settings.with(parts[0], parts[1]);
    }
    Contender contender = new Contender("tested", RetryPolicy.parse(policy), budget);
    Scenario scenario = new Scenario("tested", "", kind, settings, List.of(contender));
    return new Experiment(scenario, List.of(), seeds, 1).run().cells().get(0);
  }
}
