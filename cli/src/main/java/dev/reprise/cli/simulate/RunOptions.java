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
      paramLabel = "NUMBER",
      description = "Number of runs of each policy at each point. Default: ${DEFAULT-VALUE}.")
  private int seeds;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      description =
          "Seed of all random values; the same seed gives the same results. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--threads",
      paramLabel = "NUMBER",
      description = "Number of parallel runs. Default: the number of processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  /**
   * @param seeds default number of runs
   * @param seed default seed
   */
  RunOptions(int seeds, long seed) {
    this.seeds = seeds;
    this.seed = seed;
  }

  void check(CommandLine line) {
    check(line, seeds, threads);
  }

  /** Refuses numbers out of range, with the name of their option. */
  static void check(CommandLine line, int seeds, int threads) {
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
