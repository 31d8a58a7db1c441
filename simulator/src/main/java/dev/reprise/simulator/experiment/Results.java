package dev.reprise.simulator.experiment;

import java.util.List;

/**
 * The results of an experiment.
 *
 * @param scenario what was simulated, before the sweep
 * @param sweeps what was swept
 * @param seeds how many runs of each contender at each point
 * @param baseSeed the base seed
 * @param cells point by point, and contender by contender within
 * @param complete false if it was interrupted: a cell without any run is left out
 */
public record Results(
    Scenario scenario,
    List<Sweep> sweeps,
    int seeds,
    long baseSeed,
    List<Cell> cells,
    boolean complete) {}
