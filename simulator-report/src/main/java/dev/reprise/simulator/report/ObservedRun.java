package dev.reprise.simulator.report;

import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Model;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.model.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of one contender that was recorded over time.
 *
 * @param label the label of the contender
 * @param settings the values of the parameters
 * @param run the recorded run
 */
public record ObservedRun(String label, Settings settings, Run run) {

  /**
   * Simulates and records one run of each contender of a scenario, with the first seed.
   *
   * @param scenario the scenario
   * @param baseSeed the seed that all random numbers are derived from
   * @return the runs, in the order of the contenders
   */
  public static List<ObservedRun> of(Scenario scenario, long baseSeed) {
    Model model = scenario.model();
    List<ObservedRun> watched = new ArrayList<>();
    for (Contender contender : scenario.contenders()) {
      Run run = model.run(contender, new Seed(baseSeed, 0), true);
      watched.add(new ObservedRun(contender.label(), scenario.settings(), run));
    }
    return List.copyOf(watched);
  }

  /** Returns a caption with the scenario, its settings and the seed. */
  String caption(Results results) {
    Scenario scenario = results.scenario();
    Scenario here =
        new Scenario(
            scenario.name(), scenario.summary(), scenario.kind(), settings, scenario.contenders());
    return Origin.ofRun(here, results.baseSeed());
  }
}
