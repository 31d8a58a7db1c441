package dev.reprise.verification.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmarks and prints one table. */
public final class Main {

  private Main() {}

  /**
   * Runs them.
   *
   * @param args options of JMH, such as {@code -f 1} for one process each
   * @throws Exception if JMH does not take the options, or a benchmark fails
   */
  public static void main(String[] args) throws Exception {
    Path log = Files.createTempFile("reprise-benchmarks-", ".log");
    System.err.println("Measuring. What JMH says goes to " + log);
    Options options =
        new OptionsBuilder()
            .parent(new CommandLineOptions(args))
            .include(FirstTryBenchmark.class.getName())
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .output(log.toString())
            .build();
    Collection<RunResult> results = new Runner(options).run();
    System.out.print(CostTable.of(results));
  }
}
