package dev.reprise.simulator.paper;

import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.model.Contender;
import java.util.Arrays;
import java.util.List;

/** Scenarios of the simulator with other parameters. */
final class PaperScenarios {

  private PaperScenarios() {}

  /** Returns a scenario with parameters of the form {@code name=value}. */
  static Scenario with(String name, String... values) {
    Scenario scenario = Scenarios.named(name);
    for (String value : values) {
      int equals = value.indexOf('=');
      scenario = scenario.with(value.substring(0, equals), value.substring(equals + 1));
    }
    return scenario;
  }

  /** Returns contenders from their text forms. */
  static List<Contender> contenders(String... texts) {
    return Arrays.stream(texts).map(ContenderText::parse).toList();
  }

  /** Returns contenders of a scenario, in the order of the labels. */
  static List<Contender> only(Scenario scenario, String... labels) {
    return Arrays.stream(labels)
        .map(
            label ->
                scenario.contenders().stream()
                    .filter(each -> each.label().equals(label))
                    .findFirst()
                    .orElseThrow())
        .toList();
  }
}
