package dev.reprise.cli.simulate;

import dev.reprise.cli.PolicyArgument;
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
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Simulates one scenario. Its parameters are options beside those that all scenarios have. */
@Command(sortOptions = false)
final class ScenarioCommand implements Callable<Integer> {

  private static final int SEEDS_OF_ROW = 100;
  private static final int SEEDS = 5;
  private static final long MOST_RUNS = 10_000_000;

  @Mixin private RunOptions runs;
  @Mixin private ContenderOptions contenders = new ContenderOptions();
  @Mixin private OutputOptions outputs = new OutputOptions();
  @Unmatched private List<String> unmatched = new ArrayList<>();

  private final ScenarioFile file;
  private final @Nullable Path source;
  private @Nullable CommandSpec spec;

  private ScenarioCommand(ScenarioFile file, @Nullable Path source) {
    this.file = file;
    this.source = source;
    boolean row = file.scenario().kind().name().equals("row");
    runs = new RunOptions(file.seeds().orElse(row ? SEEDS_OF_ROW : SEEDS), file.seed().orElse(1));
  }

  /**
   * The command of a scenario.
   *
   * @param source where it was read from; null if it is built in
   */
  static CommandSpec spec(ScenarioFile file, @Nullable Path source) {
    Scenario scenario = file.scenario();
    CommandSpec spec = CommandSpec.forAnnotatedObject(new ScenarioCommand(file, source));
    spec.usageMessage()
        .description(scenario.summary())
        .abbreviateSynopsis(true)
        .footer(Usage.footer(scenario));
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder()
            .heading("%nParameters (a value, several as a,b,c, ten as a..b, n as a..b:n):%n")
            .validate(false)
            .order(1);
    for (Parameter<?> parameter : scenario.settings().parameters()) {
      group.addArg(
          OptionSpec.builder("--" + parameter.name())
              .type(String.class)
              .paramLabel("VALUE")
              .description(Usage.of(parameter, scenario))
              .build());
    }
    return spec.addArgGroup(group.build());
  }

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    if (!unmatched.isEmpty()) {
      throw new ParameterException(line, Usage.mistake(unmatched.get(0), line.getCommandSpec()));
    }
    runs.check(line);
    List<Contender> compared =
        PolicyArgument.parse(line, () -> contenders.of(file.scenario().contenders()));
    List<Sweep> sweeps = PolicyArgument.parse(line, () -> sweeps(line));
    Scenario scenario = PolicyArgument.parse(line, () -> single(line).comparing(compared));
    List<Metric> metrics = PolicyArgument.parse(line, () -> outputs.metrics(scenario));
    outputs.check(line, source);
    checkRuns(line, sweeps, compared.size());
    ParallelExperiment experiment =
        PolicyArgument.parse(
            line,
            () ->
                new ParallelExperiment(
                    new Experiment(scenario, sweeps, runs.seeds(), runs.seed())));
    try (Interruption interruption = new Interruption(experiment::stop)) {
      Simulation.announce(line.getErr(), experiment.runs());
      Results results =
          Simulation.run(
              experiment.runs(), experiment::finished, () -> experiment.run(runs.threads()));
      outputs.write(line, results, metrics);
      return interruption.happened() ? interruption.exitCode() : 0;
    }
  }

  private void checkRuns(CommandLine line, List<Sweep> sweeps, int compared) {
    double asked = (double) compared * runs.seeds();
    for (Sweep sweep : sweeps) {
      asked *= sweep.values().size();
    }
    if (asked > MOST_RUNS) {
      throw new ParameterException(
          line,
          String.format(
              "there must be at most %d runs, but there would be %.0f", MOST_RUNS, asked));
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
