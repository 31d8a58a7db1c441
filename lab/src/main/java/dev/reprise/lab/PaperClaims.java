package dev.reprise.lab;

import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.paper.Claim;
import dev.reprise.simulator.paper.Paper;
import dev.reprise.simulator.paper.PaperExperiment;
import dev.reprise.simulator.paper.Papers;
import dev.reprise.simulator.stats.NumberText;
import java.util.List;
import java.util.Optional;

/** The claims of a publication, if the prepared experiment is one of its experiments. */
final class PaperClaims {

  private PaperClaims() {}

  /** Returns the experiment with this scenario; empty if there is none without a sweep. */
  private static Optional<PaperExperiment> experiment(Scenario scenario) {
    for (Paper paper : Papers.all()) {
      for (PaperExperiment each : paper.experiments()) {
        if (each.sweeps().isEmpty() && isSame(each.scenario(), scenario)) {
          return Optional.of(each);
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isSame(Scenario one, Scenario other) {
    return one.name().equals(other.name())
        && one.settings().texts().equals(other.settings().texts())
        && texts(one).equals(texts(other));
  }

  private static List<String> texts(Scenario scenario) {
    return scenario.contenders().stream()
        .map(each -> each.label() + ": " + each.policy() + "; " + each.budget())
        .toList();
  }

  /** Adds the simulated value of each claim. */
  static void write(JsonWriter json, Results results) {
    Optional<PaperExperiment> same = experiment(results.scenario());
    if (same.isPresent()) {
      for (Claim claim : same.get().claims()) {
        json.value(NumberText.of(claim.simulated(results)));
      }
    }
  }
}
