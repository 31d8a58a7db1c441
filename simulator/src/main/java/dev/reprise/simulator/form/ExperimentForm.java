package dev.reprise.simulator.form;

import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.preset.Presets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Converts an experiment with a built-in scenario to the forms that the command line reads. Only
 * parameters that differ from the scenario are written.
 */
public final class ExperimentForm {

  private final Scenario scenario;
  private final Scenario builtIn;
  private final List<Sweep> sweeps;
  private final int runs;
  private final long seed;

  /**
   * Prepares the forms of an experiment.
   *
   * @param scenario a built-in scenario, with any parameters and contenders
   * @param runs the number of runs of each contender, at least 1
   * @param seed the base seed, any number
   * @throws IllegalArgumentException if there is no built-in scenario of this name
   */
  public ExperimentForm(Scenario scenario, int runs, long seed) {
    this(scenario, List.of(), runs, seed);
  }

  /**
   * Prepares the forms of an experiment in which parameters take several values. A scenario file
   * has none, so they are only in the command.
   *
   * @param scenario a built-in scenario, with any parameters and contenders
   * @param sweeps the parameters that take several values; may be empty
   * @param runs the number of runs of each contender at each point, at least 1
   * @param seed the base seed, any number
   * @throws IllegalArgumentException if there is no built-in scenario of this name
   */
  public ExperimentForm(Scenario scenario, List<Sweep> sweeps, int runs, long seed) {
    this.scenario = scenario;
    this.sweeps = List.copyOf(sweeps);
    builtIn = Scenarios.named(scenario.name());
    this.runs = runs;
    this.seed = seed;
  }

  private Map<String, String> changes() {
    Map<String, String> changed = new LinkedHashMap<>();
    scenario
        .settings()
        .texts()
        .forEach(
            (name, value) -> {
              if (!Objects.equals(builtIn.settings().texts().get(name), value)) {
                changed.put(name, value);
              }
            });
    return changed;
  }

  /**
   * Returns a scenario file.
   *
   * @return YAML. Contenders whose backoff is code are written as text that no file can express,
   *     unless they belong to the scenario
   */
  public String yaml() {
    StringBuilder yaml = new StringBuilder("scenario: " + scenario.name() + "\n");
    if (!changes().isEmpty()) {
      yaml.append("parameters:\n");
      changes().forEach((name, value) -> yaml.append("  " + name + ": " + quoted(value) + "\n"));
    }
    yaml.append("contenders:\n");
    for (Contender contender : scenario.contenders()) {
      yaml.append("  - label: ").append(quoted(contender.label())).append('\n');
      if (!contains(builtIn.contenders(), contender)) {
        yaml.append("    policy: ").append(quoted(contender.policy().toString())).append('\n');
        yaml.append("    budget: ").append(quoted(contender.budget().toString())).append('\n');
      }
    }
    return yaml.append("seeds: " + runs + "\nseed: " + seed + "\n").toString();
  }

  private static boolean contains(List<Contender> contenders, Contender contender) {
    return texts(contenders).contains(ContenderText.format(contender));
  }

  private static List<String> texts(List<Contender> contenders) {
    return contenders.stream().map(ContenderText::format).toList();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /**
   * Returns the command that simulates the experiment. A changed policy with the label of one of
   * the scenario has a number after its label, since the command keeps both.
   *
   * @return a command for a POSIX shell, in several lines
   */
  public String command() {
    List<String> parts = new ArrayList<>();
    parts.add("reprise simulate " + scenario.name());
    Map<String, String> values = changes();
    for (Sweep sweep : sweeps) {
      values.remove(sweep.parameter());
      values.put(sweep.parameter(), String.join(",", sweep.values()));
    }
    values.forEach((name, value) -> parts.add("--" + name + " " + word(value)));
    List<String> labels = new ArrayList<>();
    for (Contender contender : scenario.contenders()) {
      labels.add(
          contains(builtIn.contenders(), contender) ? contender.label() : add(parts, contender));
    }
    if (!texts(scenario.contenders()).equals(texts(builtIn.contenders()))) {
      parts.add("--only " + word(String.join(",", labels)));
    }
    parts.add("--seeds " + runs);
    parts.add("--seed " + seed);
    return String.join(" \\\n    ", parts) + "\n";
  }

  /**
   * Returns the fragment of the address at which the page of the Lab shows the experiment. The page
   * takes at most five contenders, and does not sweep parameters.
   *
   * @return {@code #} and pairs, on one line, in which ASCII characters other than letters, digits
   *     and {@code . _ -} are escaped
   */
  public String fragment() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("scenario", scenario.name());
    values.putAll(changes());
    values.put("runs", Integer.toString(runs));
    values.put("seed", Long.toString(seed));
    List<String> pairs = new ArrayList<>();
    values.forEach((name, value) -> pairs.add(name + "=" + escaped(value)));
    texts(scenario.contenders()).forEach(text -> pairs.add("contender=" + escaped(text)));
    return "#" + String.join("&", pairs);
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isPlain = c >= 0x80 || Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0;
      escaped.append(
          isPlain ? String.valueOf(c) : (c < 0x10 ? "%0" : "%") + Integer.toHexString(c));
    }
    return escaped.toString();
  }

  /** Adds a contender that the scenario lacks, and returns its label in the command. */
  private String add(List<String> parts, Contender contender) {
    if (contains(Presets.contenders(), contender)) {
      parts.add("--preset " + word(contender.label()));
      return contender.label();
    }
    String label = freeLabel(contender.label());
    Contender renamed = new Contender(label, contender.policy(), contender.budget());
    parts.add("--policy " + word(ContenderText.format(renamed)));
    return label;
  }

  private String freeLabel(String label) {
    Set<String> others = new HashSet<>();
    builtIn.contenders().forEach(contender -> others.add(contender.label()));
    if (!others.contains(label)) {
      return label;
    }
    scenario.contenders().forEach(contender -> others.add(contender.label()));
    int number = 2;
    while (others.contains(label + " " + number)) {
      number++;
    }
    return label + " " + number;
  }

  private static String word(String text) {
    boolean isPlain =
        !text.isEmpty()
            && text.chars()
                .allMatch(
                    c -> (c < 0x80 && Character.isLetterOrDigit(c)) || "._+/%-,".indexOf(c) >= 0);
    return isPlain ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
