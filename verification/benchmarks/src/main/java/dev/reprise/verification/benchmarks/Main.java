package dev.reprise.verification.benchmarks;

import dev.reprise.verification.benchmarks.figures.Figures;
import dev.reprise.verification.benchmarks.figures.Gate;
import dev.reprise.verification.benchmarks.figures.Machine;
import dev.reprise.verification.benchmarks.figures.Table;
import dev.reprise.verification.benchmarks.peers.Contender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs the benchmarks of JMH, prints one table and stores the figures. */
public final class Main {

  private static final int ROUNDS = 3;

  private Main() {}

  /**
   * Runs the benchmarks. Ends the process with status 1 if {@code --gate} is given and the gate
   * fails.
   *
   * @param args {@code --quick}, {@code --gate}, {@code --rows A,B}, {@code --out DIR}; all others
   *     are options of JMH, such as {@code -f 3}
   * @throws Exception if JMH rejects an option, or a benchmark fails
   */
  public static void main(String[] args) throws Exception {
    List<String> remaining = new ArrayList<>(Arrays.asList(args));
    boolean quick = remaining.remove("--quick");
    boolean gate = remaining.remove("--gate");
    Path out = Figures.takeFolder(remaining);
    List<String> named =
        Figures.takeOption(remaining, "--rows")
            .map(rows -> List.of(rows.split(",")))
            .orElse(List.of());
    CommandLineOptions given = new CommandLineOptions(remaining.toArray(String[]::new));
    List<Pass> passes = quick ? Pass.quick() : Pass.full(named);
    Figures figures = measure(passes, given);
    for (int round = 1; gate && round < ROUNDS && refused(figures); round++) {
      System.err.println("The gate would fail. Measuring again.");
      figures = figures.keepBetter(measure(passes, given));
    }
    write(figures, out);
    System.out.println(Machine.here());
    System.out.println();
    System.out.print(Table.of(figures, Rows.all()));
    if (gate) {
      refuse(Gate.refusals(figures, Rows.all()));
    }
  }

  private static boolean refused(Figures figures) {
    return !Gate.refusals(figures, Rows.all()).isEmpty();
  }

  private static void write(Figures figures, Path out) {
    figures.rows().forEach(row -> figures.of(row).write(out, row));
  }

  private static Figures measure(List<Pass> passes, CommandLineOptions given) throws Exception {
    Path log = Files.createTempFile("reprise-benchmarks-", ".log");
    Profilers profilers = Profilers.detect();
    System.err.println("Measuring. The output of JMH goes to " + log);
    System.err.println("Profilers: " + profilers.words());
    Figures figures = new Figures();
    for (Pass pass : passes) {
      JmhResults.addTo(figures, new Runner(options(pass, given, profilers, log)).run());
    }
    return figures;
  }

  private static Options options(
      Pass pass, CommandLineOptions given, Profilers profilers, Path log) {
    Pass.Effort effort = pass.effort();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .parent(given)
            .shouldFailOnError(true)
            .output(log.toString())
            .forks(given.getForkCount().orElse(effort.forks()))
            .warmupIterations(given.getWarmupIterations().orElse(effort.warmups()))
            .warmupTime(given.getWarmupTime().orElse(millis(effort.warmupMillis())))
            .measurementIterations(given.getMeasurementIterations().orElse(effort.iterations()))
            .measurementTime(given.getMeasurementTime().orElse(millis(effort.millis())));
    profilers.available().forEach(options::addProfiler);
    pass.rows().forEach(row -> JmhResults.benchmarks(row).forEach(options::include));
    if (pass.oursAlone()) {
      options.param("contender", Contender.REPRISE.name());
    }
    return options.build();
  }

  private static TimeValue millis(int millis) {
    return TimeValue.milliseconds(millis);
  }

  private static void refuse(List<String> refusals) {
    if (refusals.isEmpty()) {
      System.out.println("The gate holds.");
      return;
    }
    System.out.println("The gate fails:");
    refusals.forEach(refusal -> System.out.println("  " + refusal));
    System.exit(1);
  }
}
