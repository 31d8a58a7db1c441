package dev.reprise.cli.simulate;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.simulator.experiment.Experiment;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.file.ScenarioFile;
import dev.reprise.simulator.file.ValueList;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.model.Parameter;
import dev.reprise.simulator.parallel.ParallelExperiment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Unmatched;

/** Simulates one scenario. Its parameters are options, in addition to those of all scenarios. */
@Command(sortOptions = false)
final class ScenarioCommand extends Subcommand {

  private static final int ROW_SEEDS = 100;
  private static final int SEEDS = 5;
  private static final long MAX_RUNS = 10_000_000;

  @Mixin private RunOptions runs;
  @Mixin private ContenderOptions contenders = new ContenderOptions();
  @Mixin private OutputOptions outputs = new OutputOptions();
  @Unmatched private List<String> unmatched = new ArrayList<>();

  private final ScenarioFile file;
  private final @Nullable Path source;

  private ScenarioCommand(ScenarioFile file, @Nullable Path source) {
    this.file = file;
    this.source = source;
    boolean row = file.scenario().kind().name().equals("row");
    runs = new RunOptions(file.seeds().orElse(row ? ROW_SEEDS : SEEDS), file.seed().orElse(1));
  }

  /**
   * The command of a scenario.
   *
   * @param source file of the scenario; null for a built-in one
   */
  static CommandSpec spec(ScenarioFile file, @Nullable Path source) {
    Scenario scenario = file.scenario();
    CommandSpec spec = CommandSpec.forAnnotatedObject(new ScenarioCommand(file, source));
    spec.usageMessage()
        .description(scenario.summary())
        .abbreviateSynopsis(true)
        .footer(ScenarioHelp.footer(scenario));
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder()
            .heading(
                "%nParameters (VALUE is a, a list a,b,c, ten values a..b, or n values a..b:n):%n")
            .validate(false)
            .order(1);
    for (Parameter<?> parameter : scenario.settings().parameters()) {
      group.addArg(
          OptionSpec.builder("--" + parameter.name())
              .type(String.class)
              .paramLabel("VALUE")
              .description(ScenarioHelp.of(parameter, scenario))
              .build());
    }
    return spec.addArgGroup(group.build());
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = line();
    if (!unmatched.isEmpty()) {
      throw new ParameterException(
          line, ScenarioHelp.mistake(unmatched.get(0), line.getCommandSpec()));
    }
    runs.check(line);
    List<Contender> compared =
        Arguments.parse(line, () -> contenders.of(file.scenario().contenders()));
    List<Sweep> sweeps = Arguments.parse(line, () -> sweeps(line));
    Scenario scenario = Arguments.parse(line, () -> single(line).withContenders(compared));
    List<Metric> metrics = Arguments.parse(line, () -> outputs.metrics(scenario));
    outputs.check(line, source);
    checkRuns(line, sweeps, compared.size());
    ParallelExperiment experiment =
        Arguments.parse(
            line,
            () ->
                new ParallelExperiment(
                    new Experiment(scenario, sweeps, runs.seeds(), runs.seed())));
    try (Interruption interruption = new Interruption(experiment::stop)) {
      ProgressWatch.announce(
          line.getErr(),
          experiment.runs(),
          experiment.estimatedEvents(),
          runs.threads(),
          ProgressWatch.PARTIAL);
      Results results =
          ProgressWatch.run(
              experiment.runs(), experiment::finished, () -> experiment.run(runs.threads()));
      outputs.write(line, results, metrics);
      return interruption.exitCode(0);
    }
  }

  private void checkRuns(CommandLine line, List<Sweep> sweeps, int compared) {
    double asked = (double) compared * runs.seeds();
    for (Sweep sweep : sweeps) {
      asked *= sweep.values().size();
    }
    if (asked > MAX_RUNS) {
      throw new ParameterException(
          line,
          String.format("the number of runs must be at most %d, but was %.0f", MAX_RUNS, asked));
    }
  }

  private List<String> values(CommandLine line, Parameter<?> parameter) {
    Object given = line.getCommandSpec().findOption("--" + parameter.name()).getValue();
    if (given != null) {
      return ValueList.parse(parameter, (String) given);
    }
    return file.sweeps().stream()
        .filter(sweep -> sweep.parameter().equals(parameter.name()))
        .findFirst()
        .map(Sweep::values)
        .orElse(List.of());
  }

  private List<Sweep> sweeps(CommandLine line) {
    List<Sweep> sweeps = new ArrayList<>();
    for (Parameter<?> parameter : file.scenario().settings().parameters()) {
      List<String> values = values(line, parameter);
      if (values.size() > 1) {
        sweeps.add(new Sweep(parameter.name(), values));
      }
    }
    return sweeps;
  }

  private Scenario single(CommandLine line) {
    Scenario scenario = file.scenario();
    for (Parameter<?> parameter : scenario.settings().parameters()) {
      List<String> values = values(line, parameter);
      if (values.size() == 1) {
        scenario = scenario.with(parameter.name(), values.get(0));
      }
    }
    return scenario;
  }
}
