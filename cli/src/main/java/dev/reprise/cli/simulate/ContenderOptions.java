package dev.reprise.cli.simulate;

import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.file.Names;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.preset.Presets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options for the policies that are compared. */
final class ContenderOptions {

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      description =
          "Add a policy to those of the scenario, as \"label: policy; budget=budget\". Default budget: "
              + "standard. Can be repeated.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--preset",
      split = ",",
      hideParamSyntax = true,
      paramLabel = "NAME",
      description =
          "Add policies of other libraries; names separated by commas. reprise simulate presets "
              + "lists them.")
  private List<String> presets = new ArrayList<>();

  @Option(
      names = "--only",
      split = ",",
      hideParamSyntax = true,
      paramLabel = "LABEL",
      description =
          "Compare only the policies with these labels, separated by commas. The first is compared "
              + "with all others.")
  private List<String> only = new ArrayList<>();

  @Option(names = "--algorithms", split = ",", hidden = true, description = "Same as --only.")
  private List<String> algorithms = new ArrayList<>();

  /**
   * Selects the contenders.
   *
   * @param base the contenders of the scenario
   * @throws IllegalArgumentException for an invalid policy, a label that is used twice, or an
   *     unknown name
   */
  List<Contender> of(List<Contender> base) {
    Map<String, Contender> all = new LinkedHashMap<>();
    base.forEach(contender -> add(all, contender));
    List<String> names = Presets.contenders().stream().map(Contender::label).toList();
    for (String preset : presets) {
      check("preset", preset.trim(), names);
      add(all, Presets.named(preset.trim()));
    }
    policies.forEach(text -> add(all, ContenderText.parse(text)));
    List<String> labels = Stream.concat(only.stream(), algorithms.stream()).toList();
    if (labels.isEmpty()) {
      return List.copyOf(all.values());
    }
    Map<String, Contender> chosen = new LinkedHashMap<>();
    for (String label : labels) {
      check("policy", label.trim(), List.copyOf(all.keySet()));
      chosen.put(label.trim(), all.get(label.trim()));
    }
    return List.copyOf(chosen.values());
  }

  private static void add(Map<String, Contender> all, Contender contender) {
    if (all.put(contender.label(), contender) != null) {
      throw new IllegalArgumentException(
          "a policy with the label "
              + contender.label()
              + " already exists: use a different label");
    }
  }

  private static void check(String thing, String name, List<String> known) {
    if (!known.contains(name)) {
      throw new IllegalArgumentException(Names.unknown(thing, name, known));
    }
  }
}
