package dev.reprise.simulator.tune;

import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.model.Contender;
import java.util.List;

/**
 * The settings of a search.
 *
 * @param goal the goal
 * @param scenarios the scenarios, at least one; the search starts from the first contender of the
 *     first one
 * @param space the values that the parts of a policy may take
 * @param candidates the number of policies that are drawn, from 1 to 100,000
 * @param seeds the number of runs with which the finalists are compared, from 1 to 1,000,000
 * @param baseSeed the seed that all random numbers are derived from
 */
public record TuningSettings(
    Goal goal, List<Scenario> scenarios, Space space, int candidates, int seeds, long baseSeed) {

  private static final int MAX_CANDIDATES = 100_000;

  /** The default number of policies that are drawn. */
  public static final int DEFAULT_CANDIDATES = 200;

  /** The default number of seeds with which the finalists are compared. */
  public static final int DEFAULT_SEEDS = 40;

  /**
   * Creates settings.
   *
   * @param goal the goal
   * @param scenarios the scenarios, at least one; the search starts from the first contender of the
   *     first one
   * @param space the values that the parts of a policy may take
   * @param candidates the number of policies that are drawn, from 1 to 100,000
   * @param seeds the number of runs with which the finalists are compared, from 1 to 1,000,000
   * @param baseSeed the seed that all random numbers are derived from
   * @throws IllegalArgumentException if there is no scenario, the first has no contender, or a
   *     number is not in its range
   */
  public TuningSettings {
    scenarios = List.copyOf(scenarios);
    if (scenarios.isEmpty() || scenarios.get(0).contenders().isEmpty()) {
      throw new IllegalArgumentException("the first scenario must have a contender to start from");
    }
    if (candidates < 1 || candidates > MAX_CANDIDATES) {
      throw new IllegalArgumentException(
          "candidates must be from 1 to " + MAX_CANDIDATES + ", but was " + candidates);
    }
    Experiment.checkedSeeds(seeds);
  }

  /**
   * Returns the default settings.
   *
   * @param goal the goal
   * @param scenarios the scenarios, at least one
   * @return 200 candidates of the space around the first contender, 40 seeds, base seed 1
   * @throws IllegalArgumentException as the constructor
   */
  public static TuningSettings of(Goal goal, List<Scenario> scenarios) {
    if (scenarios.isEmpty() || scenarios.get(0).contenders().isEmpty()) {
      throw new IllegalArgumentException("the first scenario must have a contender to start from");
    }
    Space space = Space.around(scenarios.get(0).contenders().get(0));
    return new TuningSettings(goal, scenarios, space, DEFAULT_CANDIDATES, DEFAULT_SEEDS, 1);
  }

  /**
   * Returns the contender that the search starts from.
   *
   * @return the first contender of the first scenario
   */
  public Contender from() {
    return scenarios.get(0).contenders().get(0);
  }
}
