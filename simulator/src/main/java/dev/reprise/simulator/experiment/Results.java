package dev.reprise.simulator.experiment;

import java.util.List;

/**
 * The results of an experiment.
 *
 * @param scenario the scenario before its sweeps
 * @param sweeps the swept parameters
 * @param seeds the number of runs of each contender at each point
 * @param baseSeed the seed that all random numbers are derived from
 * @param cells the runs, ordered by point, then by contender
 * @param complete false if the experiment was interrupted; cells without any run are then omitted
 */
public record Results(
    Scenario scenario,
    List<Sweep> sweeps,
    int seeds,
    long baseSeed,
    List<Cell> cells,
    boolean complete) {}
