package dev.reprise.cli.simulate;

import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.parallel.ParallelExperiment;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for the number of runs, the seed and the number of threads. */
final class RunOptions {

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many runs of each policy at each point; ${DEFAULT-VALUE} by default.")
  private int seeds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Where all chance comes from; the same number gives the same results.")
  private long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many runs at a time; all processors by default.")
  private int threads = Runtime.getRuntime().availableProcessors();

  /** The defaults. */
  RunOptions(int seeds, long seed) {
    this.seeds = seeds;
    this.seed = seed;
  }

  void check(CommandLine line) {
    try {
      Experiment.checkedSeeds(seeds);
      ParallelExperiment.checkedThreads(threads);
    } catch (IllegalArgumentException notInRange) {
      throw new ParameterException(line, "--" + notInRange.getMessage(), notInRange);
    }
  }

  int seeds() {
    return seeds;
  }

  long seed() {
    return seed;
  }

  int threads() {
    return threads;
  }
}
