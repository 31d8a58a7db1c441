package dev.reprise.cli.simulate;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.file.Names;
import dev.reprise.simulator.file.ScenarioFile;
import dev.reprise.simulator.file.ValueList;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.tune.Goal;
import dev.reprise.simulator.tune.Loads;
import dev.reprise.simulator.tune.Space;
import dev.reprise.simulator.tune.Tuning;
import dev.reprise.simulator.tune.TuningResult;
import dev.reprise.simulator.tune.TuningSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reprise simulate tune}: searches for the best policy for a goal. */
@Command(
    name = "tune",
    hidden = true,
    description =
        "Search for the best policy for a goal. Prints it as text and as Java code, followed by the "
            + "next best policies with their metrics.",
    footer = {
      "",
      "Example:",
      "  reprise simulate tune --in aws-contention --set clients=50 \\",
      "      \"minimise work subject to time_ms<3000\""
    })
final class TuneCommand extends Subcommand {

  @Parameters(
      paramLabel = "GOAL",
      description =
          "A goal over the metrics of the scenarios, such as \"minimise work subject to "
              + "p99_ms<500, recovery_s<60\".")
  private String goal = "";

  @Option(
      names = "--in",
      required = true,
      split = ",",
      hideParamSyntax = true,
      paramLabel = "SCENARIO|FILE",
      description = "Scenarios, separated by commas; each policy is evaluated in all of them.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "Set a parameter of the scenarios; several values, as a,b,c or a..b, make a scenario of "
              + "each. Can be repeated. Without clients or rate, three loads around the scenario's.")
  private Map<String, String> parameters = Map.of();

  @Option(
      names = "--from",
      paramLabel = "POLICY",
      description =
          "Policy to start from, as \"label: policy; budget=budget\". Default: the first of the "
              + "scenario. Settings that are not searched, such as the time limit, stay the same.")
  private @Nullable String from;

  @Option(
      names = "--part",
      paramLabel = "PART=CHOICES",
      description =
          "Possible values of a part of the policy, such as \"jitter=full,equal\" or "
              + "\"base=5ms..2s\". Can be repeated.")
  private Map<String, String> parts = Map.of();

  @Option(
      names = "--candidates",
      paramLabel = "NUMBER",
      defaultValue = "" + TuningSettings.DEFAULT_CANDIDATES,
      description = "Number of random candidate policies. Default: ${DEFAULT-VALUE}.")
  private int candidates;

  @Mixin private RunOptions runs = new RunOptions(TuningSettings.DEFAULT_SEEDS, 1);

  @Override
  public Integer call() {
    CommandLine line = line();
    runs.check(line);
    Tuning tuning = Arguments.parse(line, () -> new Tuning(settings()));
    try (Interruption interruption = new Interruption(tuning::stop)) {
      ProgressWatch.announce(
          line.getErr(),
          tuning.runs(),
          tuning.estimatedEvents(),
          runs.threads(),
          ProgressWatch.PARTIAL);
      TuningResult result =
          ProgressWatch.run(tuning.runs(), tuning::finished, () -> tuning.run(runs.threads()));
      line.getOut().println(result.text().replace("\u00b1", "+-").stripTrailing());
      line.getOut().flush();
      if (interruption.happened()) {
        Interruption.printStopped(line.getErr(), "");
      }
      return interruption.exitCode(0);
    }
  }

  private TuningSettings settings() {
    List<Scenario> scenarios = new ArrayList<>();
    for (String name : names) {
      set(scenario(name.trim())).forEach(each -> scenarios.add(started(each)));
    }
    Goal asked = Goal.parse(goal).checkedFor(scenarios);
    Space space = Space.around(scenarios.get(0).contenders().get(0));
    for (Map.Entry<String, String> part : parts.entrySet()) {
      space = space.with(part.getKey().trim(), part.getValue());
    }
    return new TuningSettings(asked, scenarios, space, candidates, runs.seeds(), runs.seed());
  }

  private static Scenario scenario(String name) {
    Map<String, Scenario> all = Scenarios.all();
    Scenario known = all.get(name);
    if (known != null) {
      return known;
    }
    if (!Files.isRegularFile(Path.of(name))) {
      throw new IllegalArgumentException(Names.unknown("scenario", name, all.keySet()));
    }
    try {
      return ScenarioFile.read(Path.of(name)).scenario();
    } catch (IOException failure) {
      throw new IllegalArgumentException(
          "cannot read " + name + ": " + ErrorText.of(failure), failure);
    }
  }

  /** Returns the scenario with the given values, at several loads unless the load is given. */
  private List<Scenario> set(Scenario scenario) {
    List<Scenario> changed = List.of(scenario);
    for (Map.Entry<String, String> each : parameters.entrySet()) {
      String name = each.getKey();
      List<String> values = values(scenario, name, each.getValue());
      changed = changed.stream().flatMap(s -> Loads.at(s, name, values).stream()).toList();
    }
    boolean given = Loads.parameterOf(scenario).filter(parameters::containsKey).isPresent();
    return given ? changed : changed.stream().flatMap(s -> Loads.around(s).stream()).toList();
  }

  private static List<String> values(Scenario scenario, String name, String text) {
    return scenario.settings().parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst()
        .map(parameter -> ValueList.parse(parameter, text))
        .orElse(List.of(text));
  }

  private Scenario started(Scenario scenario) {
    if (from == null) {
      return scenario;
    }
    List<Contender> contenders = new ArrayList<>(List.of(ContenderText.parse(from)));
    contenders.addAll(scenario.contenders());
    return scenario.withContenders(contenders);
  }
}
