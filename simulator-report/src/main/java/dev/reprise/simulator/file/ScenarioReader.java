package dev.reprise.simulator.file;

import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Scenarios;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.file.Tree.Entry;
import dev.reprise.simulator.file.Tree.Mapping;
import dev.reprise.simulator.file.Tree.Scalar;
import dev.reprise.simulator.file.Tree.Sequence;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Parameter;
import dev.reprise.simulator.model.ScenarioKind;
import dev.reprise.simulator.model.Settings;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Reads a scenario from a file; all errors are collected before any is reported. */
final class ScenarioReader {

  private static final List<String> KEYS =
      List.of(
          "scenario",
          "kind",
          "name",
          "summary",
          "parameters",
          "sweep",
          "contenders",
          "seeds",
          "seed");

  /** Old names of keys, which are still read and which no message lists. */
  private static final Map<String, String> OLD_KEYS = Map.of("policies", "contenders");

  private static final int MAX_NAME = 60;
  private static final int MAX_SEEDS = 1_000_000;

  private final FileErrors mistakes;

  ScenarioReader(FileErrors mistakes) {
    this.mistakes = mistakes;
  }

  ScenarioFile read(Tree tree) {
    if (!(tree instanceof Mapping file)) {
      throw new TreeReader.Mistake(
          tree.line(), "a scenario is a mapping of " + String.join(", ", KEYS));
    }
    Map<String, Tree> byKey = byKey(file, KEYS);
    Optional<Scenario> base = base(file, byKey);
    OptionalInt seeds = OptionalInt.empty();
    OptionalLong seed = OptionalLong.empty();
    if (byKey.containsKey("seeds")) {
      seeds = OptionalInt.of((int) number(byKey, "seeds", 1, MAX_SEEDS));
    }
    if (byKey.containsKey("seed")) {
      seed = OptionalLong.of(number(byKey, "seed", Long.MIN_VALUE, Long.MAX_VALUE));
    }
    Optional<Scenario> scenario = base.map(start -> scenario(start, byKey));
    if (base.isEmpty()) {
      shortText("name", byKey);
      shortText("summary", byKey);
      contenders(List.of(), byKey);
    }
    List<Sweep> sweeps = base.map(start -> sweeps(start, byKey)).orElse(List.of());
    scenario.ifPresent(made -> check(file.line(), made, byKey));
    if (!mistakes.isEmpty() || scenario.isEmpty()) {
      throw mistakes.all();
    }
    return new ScenarioFile(scenario.get(), sweeps, seeds, seed);
  }

  /** Checks combinations of parameters, which can be invalid although each value is valid. */
  private void check(int line, Scenario scenario, Map<String, Tree> byKey) {
    if (scenario.contenders().isEmpty()) {
      mistakes.add(line, "no contenders; list some under contenders");
    }
    if (mistakes.isEmpty()) {
      Tree parameters = byKey.get("parameters");
      mistakes.gather(parameters == null ? line : parameters.line(), scenario::model);
    }
  }

  /**
   * Returns the scenario or the defaults of the kind that the file names. After a mistake in the
   * name, the one that was probably meant is used, so that the mistakes after it are found too.
   */
  private Optional<Scenario> base(Mapping file, Map<String, Tree> byKey) {
    Tree scenario = byKey.get("scenario");
    Tree kind = byKey.get("kind");
    if ((scenario == null) == (kind == null)) {
      mistakes.add(file.line(), "a file must name either a scenario or a kind");
    }
    if (scenario != null) {
      return text("scenario", scenario).flatMap(name -> named(scenario.line(), name));
    }
    return kind == null
        ? Optional.empty()
        : text("kind", kind).flatMap(name -> ofKind(kind.line(), name));
  }

  private Optional<Scenario> named(int line, String name) {
    Map<String, Scenario> all = Scenarios.all();
    if (!all.containsKey(name)) {
      mistakes.add(line, Names.unknown("scenario", name, all.keySet()));
    }
    return Optional.ofNullable(all.get(meant(name, all.keySet())));
  }

  private static String meant(String name, Collection<String> known) {
    return known.contains(name) ? name : Names.nearest(name, known).orElse(name);
  }

  private Optional<Scenario> ofKind(int line, String name) {
    Map<String, ScenarioKind> kinds = new LinkedHashMap<>();
    Scenarios.all().values().forEach(each -> kinds.put(each.kind().name(), each.kind()));
    if (!kinds.containsKey(name)) {
      mistakes.add(line, Names.unknown("kind", name, kinds.keySet()));
    }
    ScenarioKind kind = kinds.get(meant(name, kinds.keySet()));
    if (kind == null) {
      return Optional.empty();
    }
    Settings settings = Settings.of(kind.parameters());
    return Optional.of(new Scenario(name, kind.summary(), kind, settings, List.of()));
  }

  private Scenario scenario(Scenario base, Map<String, Tree> byKey) {
    String name = shortText("name", byKey).orElse(base.name());
    String summary = shortText("summary", byKey).orElse(base.summary());
    Settings settings = base.settings();
    for (Entry entry : entries("parameters", byKey)) {
      Settings before = settings;
      String parameter = entry.key().text();
      settings =
          parameter(base, entry)
              .flatMap(known -> text(parameter, entry.value()))
              .flatMap(
                  text -> mistakes.gather(entry.value().line(), () -> before.with(parameter, text)))
              .orElse(before);
    }
    return new Scenario(name, summary, base.kind(), settings, contenders(base.contenders(), byKey));
  }

  private Optional<Parameter<?>> parameter(Scenario base, Entry entry) {
    List<Parameter<?>> known = base.settings().parameters();
    for (Parameter<?> parameter : known) {
      if (parameter.name().equals(entry.key().text())) {
        return Optional.of(parameter);
      }
    }
    List<String> names = known.stream().<String>map(Parameter::name).toList();
    mistakes.add(entry.key().line(), Names.unknown("parameter", entry.key().text(), names));
    return Optional.empty();
  }

  private List<Sweep> sweeps(Scenario base, Map<String, Tree> byKey) {
    List<Sweep> sweeps = new ArrayList<>();
    for (Entry entry : entries("sweep", byKey)) {
      parameter(base, entry)
          .flatMap(
              parameter ->
                  values(entry)
                      .flatMap(
                          text ->
                              mistakes.gather(
                                  entry.value().line(), () -> ValueList.parse(parameter, text))))
          .ifPresent(values -> sweeps.add(new Sweep(entry.key().text(), values)));
    }
    return sweeps;
  }

  private Optional<String> values(Entry entry) {
    if (!(entry.value() instanceof Sequence list)) {
      return text(entry.key().text(), entry.value());
    }
    List<Optional<String>> texts =
        list.items().stream().map(item -> text(entry.key().text(), item)).toList();
    if (texts.isEmpty()) {
      mistakes.add(list.line(), PrintableText.oneLine(entry.key().text()) + " has no values");
    }
    return texts.isEmpty() || texts.stream().anyMatch(Optional::isEmpty)
        ? Optional.empty()
        : Optional.of(texts.stream().map(Optional::get).collect(Collectors.joining(",")));
  }

  private List<Contender> contenders(List<Contender> known, Map<String, Tree> byKey) {
    Tree tree = byKey.get("contenders");
    return tree == null ? known : new ContenderReader(this, mistakes, known).read(tree);
  }

  /** Returns the values of a mapping by key; unknown keys are recorded as errors. */
  Map<String, Tree> byKey(Mapping mapping, List<String> keys) {
    Map<String, Tree> byKey = new LinkedHashMap<>();
    for (Entry entry : mapping.entries()) {
      String written = entry.key().text();
      String key = OLD_KEYS.getOrDefault(written, written);
      if (!keys.contains(key)) {
        mistakes.add(entry.key().line(), Names.unknown("key", written, keys));
      } else if (byKey.putIfAbsent(key, entry.value()) != null) {
        mistakes.add(entry.key().line(), key + " is given twice; an old name of it counts too");
      }
    }
    return byKey;
  }

  private List<Entry> entries(String key, Map<String, Tree> byKey) {
    Tree tree = byKey.get(key);
    if (tree == null || tree instanceof Mapping) {
      return tree == null ? List.of() : ((Mapping) tree).entries();
    }
    mistakes.add(
        tree.line(), key + " must be a mapping of parameters to values, but is " + tree.words());
    return List.of();
  }

  private Optional<String> shortText(String key, Map<String, Tree> byKey) {
    Tree tree = byKey.get(key);
    Optional<String> text = tree == null ? Optional.empty() : text(key, tree);
    if (tree != null && key.equals("name") && text.orElse("").length() > MAX_NAME) {
      mistakes.add(tree.line(), "name must have at most " + MAX_NAME + " letters");
    }
    return text.map(PrintableText::oneLine);
  }

  /** Returns the text of a single value. */
  Optional<String> text(String key, Tree tree) {
    if (tree instanceof Scalar scalar && !scalar.isEmpty()) {
      return Optional.of(scalar.text());
    }
    boolean several = tree instanceof Sequence;
    mistakes.add(
        tree.line(),
        PrintableText.oneLine(key)
            + " must be one value, but is "
            + tree.words()
            + (several ? "; write several values under sweep" : ""));
    return Optional.empty();
  }

  private long number(Map<String, Tree> byKey, String key, long min, long max) {
    Tree tree = byKey.get(key);
    String text = tree == null ? "" : text(key, tree).orElse("");
    try {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException noNumber) {
      if (text.isEmpty()) {
        return min;
      }
    }
    int line = tree == null ? 1 : tree.line();
    String range = min == Long.MIN_VALUE ? "" : " from " + min + " to " + max;
    mistakes.add(
        line, key + " must be a whole number" + range + ", but was " + PrintableText.oneLine(text));
    return min;
  }
}
