package dev.reprise.lab;

import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Run;
import dev.reprise.simulator.paper.Paper;
import dev.reprise.simulator.paper.PaperExperiment;
import dev.reprise.simulator.paper.Papers;
import dev.reprise.simulator.stats.NumberText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The simulated values of the claims of a publication, if the prepared experiment is one of its
 * experiments. If that sweeps parameters, the page shows one of its points, and its claims need
 * runs of their own at all points: those that {@code reprise simulate paper} simulates.
 */
final class PaperClaims {

  private final PaperExperiment published;
  private final @Nullable Experiment swept;
  private final @Nullable Run[] done;

  private PaperClaims(PaperExperiment published, LabRequest request) {
    this.published = published;
    swept =
        published.sweeps().isEmpty() ? null : published.experiment(request.runs(), request.seed());
    done = new @Nullable Run[swept == null ? 0 : swept.runs()];
  }

  /** Returns the claims; empty if the experiment is of no publication. */
  static Optional<PaperClaims> of(LabRequest request) {
    for (Paper paper : Papers.all()) {
      for (PaperExperiment each : paper.experiments()) {
        if (isSame(PaperEntry.shown(each), request.scenario())) {
          return Optional.of(new PaperClaims(each, request));
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

  /** The number of runs of their own that the claims need; 0 without a sweep. */
  int runs() {
    return done.length;
  }

  /** Simulates one of these runs, and returns its number of events. */
  long run(int index) {
    Experiment experiment = swept;
    if (experiment == null) {
      throw new IndexOutOfBoundsException("the claims need no runs of their own");
    }
    Run run = experiment.run(index);
    done[index] = run;
    return run.events();
  }

  /**
   * Adds the simulated value of each claim; none before the last run.
   *
   * @param shown the runs that the page shows, from which the values are computed without a sweep
   */
  void write(JsonWriter json, Results shown) {
    Results results = swept == null ? shown : swept.results(done);
    if (results.complete()) {
      published.claims().forEach(claim -> json.value(NumberText.of(claim.simulated(results))));
    }
  }
}
