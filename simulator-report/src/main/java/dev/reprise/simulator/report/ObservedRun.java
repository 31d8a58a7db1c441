package dev.reprise.simulator.report;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Model;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.model.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of one contender that was watched over time.
 *
 * @param label who
 * @param settings by which
 * @param run what was seen
 */
public record ObservedRun(String label, Settings settings, Run run) {

  /**
   * Runs each contender of a scenario once, by the first seed, and watches.
   *
   * @param scenario what is simulated
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

  /** Where it was, among the points of sweeps; what it is. */
  String caption(List<Sweep> sweeps) {
    StringBuilder caption = new StringBuilder("One run, by the first seed");
    for (Sweep sweep : sweeps) {
      String value = settings.texts().getOrDefault(sweep.parameter(), "");
      caption.append(", ").append(sweep.parameter()).append(" = ").append(value);
    }
    return caption.append('.').toString();
  }
}
