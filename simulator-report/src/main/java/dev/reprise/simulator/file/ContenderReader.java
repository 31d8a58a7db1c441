package dev.reprise.simulator.file;

import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.experiment.ContenderText;
import dev.reprise.simulator.file.Tree.Mapping;
import dev.reprise.simulator.file.Tree.Sequence;
import dev.reprise.simulator.model.Contender;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the contenders of a file. */
final class ContenderReader {

  private static final List<String> KEYS = List.of("label", "policy", "budget");

  private final ScenarioReader reader;
  private final FileErrors mistakes;
  private final List<Contender> known;

  ContenderReader(ScenarioReader reader, FileErrors mistakes, List<Contender> known) {
    this.reader = reader;
    this.mistakes = mistakes;
    this.known = known;
  }

  List<Contender> read(Tree tree) {
    List<Contender> read = new ArrayList<>();
    if (!(tree instanceof Sequence list)) {
      mistakes.add(
          tree.line(),
          "contenders must be a list of " + String.join(", ", KEYS) + ", but is " + tree.words());
      return read;
    }
    for (Tree item : list.items()) {
      if (item instanceof Mapping mapping) {
        contender(mapping).ifPresent(contender -> add(read, contender, mapping.line()));
      } else {
        mistakes.add(
            item.line(),
            "a contender is a mapping of " + String.join(", ", KEYS) + ", but is " + item.words());
      }
    }
    return read;
  }

  private void add(List<Contender> read, Contender contender, int line) {
    if (read.stream().anyMatch(other -> other.label().equals(contender.label()))) {
      mistakes.add(line, "the label " + contender.label() + " occurs twice");
    }
    read.add(contender);
  }

  private Optional<Contender> contender(Mapping mapping) {
    Map<String, Tree> byKey = reader.byKey(mapping, KEYS);
    Optional<String> label = text("label", byKey);
    if (!byKey.containsKey("label")) {
      mistakes.add(mapping.line(), "a contender has a label");
    }
    if (!byKey.containsKey("policy")) {
      return label.flatMap(name -> known(name, mapping.line(), byKey.containsKey("budget")));
    }
    Optional<String> policy = text("policy", byKey);
    Optional<String> budget = text("budget", byKey);
    int line = byKey.getOrDefault("policy", mapping).line();
    boolean valid = hasValidParts(label, policy, budget, byKey, mapping);
    return label.isEmpty() || policy.isEmpty() || !valid
        ? Optional.empty()
        : mistakes.gather(
            line, () -> ContenderText.of(label.get(), policy.get(), budget.orElse("standard")));
  }

  /** Checks each part on its own, so that the mistakes of all of them are reported. */
  private boolean hasValidParts(
      Optional<String> label,
      Optional<String> policy,
      Optional<String> budget,
      Map<String, Tree> byKey,
      Mapping mapping) {
    String prefix = label.map(name -> PrintableText.oneLine(name) + ": ").orElse("");
    boolean valid = isValid(label, line("label", byKey, mapping), "", ContenderText::checkLabel);
    valid &= isValid(policy, line("policy", byKey, mapping), prefix, RetryPolicy::parse);
    valid &= isValid(budget, line("budget", byKey, mapping), prefix, RetryBudget::parse);
    return valid;
  }

  private static int line(String key, Map<String, Tree> byKey, Mapping mapping) {
    return byKey.getOrDefault(key, mapping).line();
  }

  private boolean isValid(Optional<String> text, int line, String prefix, Consumer<String> parser) {
    try {
      text.ifPresent(parser);
      return true;
    } catch (IllegalArgumentException mistake) {
      mistakes.add(line, prefix + mistake.getMessage());
      return false;
    }
  }

  private Optional<Contender> known(String label, int line, boolean budgeted) {
    List<String> labels = known.stream().map(Contender::label).toList();
    Optional<Contender> found =
        known.stream().filter(contender -> contender.label().equals(label)).findFirst();
    if (budgeted || labels.isEmpty()) {
      mistakes.add(line, PrintableText.oneLine(label) + " has no policy");
    } else if (found.isEmpty()) {
      mistakes.add(
          line,
          PrintableText.oneLine(label)
              + " has no policy, and "
              + Names.unknown("label", label, labels));
    }
    return found;
  }

  private Optional<String> text(String key, Map<String, Tree> byKey) {
    Tree tree = byKey.get(key);
    return tree == null ? Optional.empty() : reader.text(key, tree);
  }
}
