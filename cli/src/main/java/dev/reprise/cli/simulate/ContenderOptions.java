package dev.reprise.cli.simulate;

import dev.reprise.simulator.file.ContenderText;
import dev.reprise.simulator.file.Names;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.preset.Presets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options for the policies that are compared. */
final class ContenderOptions {

  @Option(
      names = "--policy",
      paramLabel = "TEXT",
      description =
          "A policy of your own beside those of the scenario, as \"label: policy; budget=budget\";"
              + " may be repeated. The budget is the standard one by default.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--preset",
      split = ",",
      paramLabel = "NAME",
      description = "How other libraries retry, by name; several as a,b,c.")
  private List<String> presets = new ArrayList<>();

  @Option(
      names = {"--only", "--algorithms"},
      split = ",",
      paramLabel = "LABEL",
      description = "Only these policies, the first compared with all others; several as a,b,c.")
  private List<String> only = new ArrayList<>();

  /**
   * Chooses.
   *
   * @param base the contenders of the scenario
   * @throws IllegalArgumentException if something is no policy, or named twice, or not known
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
    if (only.isEmpty()) {
      return List.copyOf(all.values());
    }
    Map<String, Contender> chosen = new LinkedHashMap<>();
    for (String label : only) {
      check("policy", label.trim(), List.copyOf(all.keySet()));
      chosen.put(label.trim(), all.get(label.trim()));
    }
    return List.copyOf(chosen.values());
  }

  private static void add(Map<String, Contender> all, Contender contender) {
    if (all.put(contender.label(), contender) != null) {
      throw new IllegalArgumentException(
          "there is a policy " + contender.label() + " already; choose another label");
    }
  }

  private static void check(String thing, String name, List<String> known) {
    if (!known.contains(name)) {
      throw new IllegalArgumentException(Names.unknown(thing, name, known));
    }
  }
}
