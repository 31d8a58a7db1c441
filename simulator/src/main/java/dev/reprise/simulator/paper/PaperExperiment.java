package dev.reprise.simulator.paper;

import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Sweep;
import java.util.List;

/**
 * An experiment that is compared with a publication.
 *
 * @param setup the situation, in one sentence
 * @param scenario the scenario with its parameters and contenders
 * @param sweeps the parameters that take several values; two of them form a map
 * @param seeds the usual number of runs of each contender at each point, at least 1
 * @param claims the published results that it is compared with, at least one
 */
public record PaperExperiment(
    String setup, Scenario scenario, List<Sweep> sweeps, int seeds, List<Claim> claims) {

  /**
   * Plans the experiment.
   *
   * @param runs the number of runs of each contender at each point, from 1 to 1,000,000
   * @param baseSeed the seed that all random numbers are derived from
   * @return the experiment
   */
  public Experiment experiment(int runs, long baseSeed) {
    return new Experiment(scenario, sweeps, runs, baseSeed);
  }
}
