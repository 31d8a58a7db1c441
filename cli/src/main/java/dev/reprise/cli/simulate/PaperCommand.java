package dev.reprise.cli.simulate;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.file.Names;
import dev.reprise.simulator.output.PaperText;
import dev.reprise.simulator.output.Wrap;
import dev.reprise.simulator.paper.Paper;
import dev.reprise.simulator.paper.PaperExperiment;
import dev.reprise.simulator.paper.Papers;
import dev.reprise.simulator.parallel.ParallelExperiment;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reprise simulate paper}: repeats published results. */
@Command(
    name = "paper",
    hidden = true,
    description =
        "Repeat published results and show them next to the published numbers. Without a name, list "
            + "the publications.")
final class PaperCommand extends Subcommand {

  private static final int NAME_WIDTH = 16;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "Name of a publication; without it, all are listed.")
  private @Nullable String name;

  @Option(
      names = "--seeds",
      paramLabel = "NUMBER",
      description =
          "Number of runs of each policy at each point. Default: that of the publication.")
  private @Nullable Integer seeds;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      description =
          "Seed of all random values; the same seed gives the same results. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--threads",
      paramLabel = "NUMBER",
      description = "Number of parallel runs. Default: the number of processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Override
  public Integer call() {
    CommandLine line = line();
    PrintWriter out = line.getOut();
    if (name == null) {
      Papers.all().forEach(paper -> list(out, paper));
      out.flush();
      return 0;
    }
    String wanted = name;
    Paper paper = Arguments.parse(line, () -> paper(wanted));
    RunOptions.check(line, seeds == null ? 1 : seeds, threads);
    List<ParallelExperiment> experiments = planned(paper);
    PaperText.head(paper).forEach(out::println);
    out.flush();
    try (Interruption interruption =
        new Interruption(() -> experiments.forEach(ParallelExperiment::stop))) {
      return interruption.exitCode(run(line, paper, experiments) ? 0 : 1);
    }
  }

  private static void list(PrintWriter out, Paper paper) {
    String label = paper.name() + " ".repeat(NAME_WIDTH - paper.name().length());
    Wrap.lines(label, paper.title() + " (" + paper.year() + "). " + paper.summary())
        .forEach(out::println);
  }

  private static Paper paper(String wanted) {
    List<String> names = Papers.all().stream().map(Paper::name).toList();
    if (!names.contains(wanted)) {
      throw new IllegalArgumentException(Names.unknown("paper", wanted, names));
    }
    return Papers.named(wanted);
  }

  private List<ParallelExperiment> planned(Paper paper) {
    List<ParallelExperiment> planned = new ArrayList<>();
    for (PaperExperiment each : paper.experiments()) {
      int runs = seeds == null ? each.seeds() : seeds;
      planned.add(new ParallelExperiment(each.experiment(runs, seed)));
    }
    return planned;
  }

  /** Runs the experiments one after the other; false if one was stopped. */
  private boolean run(CommandLine line, Paper paper, List<ParallelExperiment> experiments) {
    PrintWriter out = line.getOut();
    for (int i = 0; i < experiments.size(); i++) {
      ParallelExperiment experiment = experiments.get(i);
      ProgressWatch.announce(
          line.getErr(),
          experiment.runs(),
          experiment.estimatedEvents(),
          threads,
          ProgressWatch.NOTHING);
      Results results =
          ProgressWatch.run(experiment.runs(), experiment::finished, () -> experiment.run(threads));
      out.println();
      if (!results.complete()) {
        out.println("INCOMPLETE: stopped before the experiment ended.");
        out.flush();
        Interruption.printStopped(line.getErr(), "");
        return false;
      }
      PaperText.of(paper.experiments().get(i), results).forEach(out::println);
      out.flush();
    }
    return true;
  }
}
