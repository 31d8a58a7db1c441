package dev.reprise.cli.simulate;

import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How many runs, from which chance, on how many threads. */
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

  /** Where nothing else is given. */
  RunOptions(int seeds, long seed) {
    this.seeds = seeds;
    this.seed = seed;
  }

  void check(CommandLine line) {
    checkAtLeastOne(line, "--seeds", seeds);
    checkAtLeastOne(line, "--threads", threads);
  }

  private static void checkAtLeastOne(CommandLine line, String option, int value) {
    if (value < 1) {
      throw new ParameterException(line, option + " must be at least 1, but was " + value);
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
