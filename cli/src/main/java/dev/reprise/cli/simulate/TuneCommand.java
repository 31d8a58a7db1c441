package dev.reprise.cli.simulate;

import dev.reprise.cli.PolicyArgument;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.file.ContenderText;
import dev.reprise.simulator.file.Names;
import dev.reprise.simulator.file.ScenarioFile;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.tune.Goal;
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
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise simulate tune}: searches the best policy for a goal. */
@Command(
    name = "tune",
    hidden = true,
    description =
        "Search the policy that is best for a goal, and print it as text and as Java, with those "
            + "that came after it and what they cost.",
    footer = {
      "",
      "Example:",
      "  reprise simulate tune --in aws-contention --set clients=50 \\",
      "      \"minimise work subject to time_ms<3000\""
    })
final class TuneCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "GOAL",
      description =
          "Such as \"minimise work subject to p99_ms<500, recovery_s<60\", by the metrics of the "
              + "scenarios.")
  private String goal = "";

  @Option(
      names = "--in",
      required = true,
      split = ",",
      paramLabel = "SCENARIO|FILE",
      description = "Where; several as a,b,c: a policy must do well in all of them.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A parameter of the scenarios; may be repeated.")
  private Map<String, String> parameters = Map.of();

  @Option(
      names = "--from",
      paramLabel = "TEXT",
      description =
          "The policy to start from, as \"label: policy; budget=budget\"; the scenario's first by "
              + "default. What is not searched, such as its time limit, stays as it is there.")
  private @Nullable String from;

  @Option(
      names = "--part",
      paramLabel = "PART=CHOICES",
      description =
          "What a part of the policy may be, such as \"jitter=full,equal\" or \"base=5ms..2s\"; "
              + "may be repeated.")
  private Map<String, String> parts = Map.of();

  @Option(
      names = "--candidates",
      paramLabel = "N",
      defaultValue = "" + TuningSettings.DEFAULT_CANDIDATES,
      description = "How many policies are drawn, ${DEFAULT-VALUE} by default.")
  private int candidates;

  @Mixin private RunOptions runs = new RunOptions(TuningSettings.DEFAULT_SEEDS, 1);

  private @Nullable CommandSpec spec;

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    runs.check(line);
    Tuning tuning = PolicyArgument.parse(line, () -> new Tuning(settings()));
    try (Interruption interruption = new Interruption(tuning::stop)) {
      Simulation.announce(line.getErr(), tuning.runs());
      TuningResult result =
          Simulation.run(tuning.runs(), tuning::finished, () -> tuning.run(runs.threads()));
      line.getOut().println(result.text().replace("\u00b1", "+-").stripTrailing());
      line.getOut().flush();
      if (!interruption.happened()) {
        return 0;
      }
      line.getErr().println("reprise: stopped" + Interruption.by());
      line.getErr().flush();
      return interruption.exitCode();
    }
  }

  private TuningSettings settings() {
    List<Scenario> scenarios = new ArrayList<>();
    for (String name : names) {
      scenarios.add(started(set(scenario(name.trim()))));
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

  private Scenario set(Scenario scenario) {
    Scenario changed = scenario;
    for (Map.Entry<String, String> each : parameters.entrySet()) {
      changed = changed.with(each.getKey(), each.getValue());
    }
    return changed;
  }

  private Scenario started(Scenario scenario) {
    if (from == null) {
      return scenario;
    }
    List<Contender> contenders = new ArrayList<>(List.of(ContenderText.parse(from)));
    contenders.addAll(scenario.contenders());
    return scenario.comparing(contenders);
  }
}
