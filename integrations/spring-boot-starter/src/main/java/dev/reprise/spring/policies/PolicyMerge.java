package dev.reprise.spring.policies;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Merges the properties of one policy from several sources. For each setting the source with the
 * highest precedence counts, for a list as a whole. A text is the whole policy: it replaces the
 * settings of sources with lower precedence, and settings of sources with higher precedence replace
 * those in it. The budget is not part of the text.
 */
final class PolicyMerge {

  private final List<List<PolicyEntry>> sources;
  private final PolicyProperties result;
  private final String name;
  private final SortedMap<String, List<SourceProperty>> settings = new TreeMap<>();
  private @Nullable SourceProperty text;

  PolicyMerge(List<List<PolicyEntry>> sources, PolicyProperties result) {
    this.sources = sources;
    this.result = result;
    this.name = name();
  }

  void merge() {
    result.name(name);
    sources.forEach(this::addSource);
    if (text != null) {
      addText(text);
    }
    settings.forEach((setting, written) -> result.put(name, key(setting), written));
  }

  /** The spelling of the name; a second one is a mistake, unless it is of a variable. */
  private String name() {
    List<PolicyEntry> all = sources.stream().flatMap(List::stream).toList();
    PolicyEntry first =
        all.stream().filter(PolicyEntry::spelled).findFirst().orElseGet(() -> all.get(0));
    String name = String.valueOf(first.name());
    if (PolicySetting.bare(name).equals(RetryPolicies.DEFAULT)) {
      return RetryPolicies.DEFAULT;
    }
    all.stream()
        .filter(entry -> entry.spelled() && !name.equals(entry.name()))
        .forEach(
            entry ->
                result.mistake(
                    name,
                    entry.property(),
                    "the policy "
                        + entry.name()
                        + " is also written "
                        + name
                        + ", at "
                        + first.property().origin()
                        + "; use one spelling"));
    return name;
  }

  private void addSource(List<PolicyEntry> source) {
    boolean covered = text != null;
    Map<String, List<PolicyEntry>> bySetting = new LinkedHashMap<>();
    for (PolicyEntry entry : source) {
      String setting = entry.setting();
      bySetting
          .computeIfAbsent(setting == null ? "" : setting, absent -> new ArrayList<>())
          .add(entry);
    }
    List<PolicyEntry> texts = bySetting.remove("");
    bySetting.forEach(
        (setting, entries) -> {
          boolean counts = !covered || setting.equals(PolicySetting.BUDGET) || !isKnown(setting);
          List<SourceProperty> value = value(entries);
          if (PolicySetting.isCode(setting)) {
            result.mistake(
                name,
                value.get(0),
                "is code and has no text form; a RetryPolicyCustomizer adds it");
          } else if (counts) {
            settings.putIfAbsent(setting, value);
          }
        });
    if (texts != null) {
      SourceProperty whole = value(texts).get(0);
      checkOneForm(whole, bySetting);
      text = covered ? text : whole;
    }
  }

  private void checkOneForm(SourceProperty whole, Map<String, List<PolicyEntry>> beside) {
    SortedSet<String> others = new TreeSet<>(beside.keySet());
    others.remove(PolicySetting.BUDGET);
    if (!others.isEmpty()) {
      result.mistake(
          name,
          whole,
          "expected either a text or settings, but the same source also sets " + others);
    }
  }

  /** The properties of one value: a single one, or the elements of a list in their order. */
  private List<SourceProperty> value(List<PolicyEntry> entries) {
    List<PolicyEntry> sorted =
        entries.stream().sorted(Comparator.comparingInt(PolicyEntry::index)).toList();
    PolicyEntry first = sorted.get(0);
    List<SourceProperty> value = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      PolicyEntry entry = sorted.get(i);
      int expected = first.index() < 0 ? -1 : value.size();
      if (i > 0 && (entry.index() < 0 || entry.index() < expected || expected < 0)) {
        result.mistake(
            name,
            entry.property(),
            "is also set by " + first.property().key() + ", at " + first.property().origin());
      } else if (entry.index() != expected) {
        result.mistake(
            name, entry.property(), "expected index " + expected + ", but was " + entry.index());
      } else {
        value.add(entry.property());
      }
    }
    return value.isEmpty() ? List.of(first.property()) : value;
  }

  private void addText(SourceProperty whole) {
    boolean replaced = settings.keySet().stream().anyMatch(PolicyMerge::isPartOfText);
    if (!replaced) {
      result.put(name, PolicyEntry.ROOT + "." + name, List.of(whole));
      return;
    }
    String resolved = result.resolved(name, whole);
    if (resolved == null) {
      return;
    }
    Map<String, String> parts = new LinkedHashMap<>();
    for (String part : TextParts.of(resolved)) {
      int equals = part.indexOf('=');
      String setting = equals < 0 ? part : part.substring(0, equals);
      if (parts.put(setting, equals < 0 ? "" : part.substring(equals + 1)) != null) {
        result.mistake(name, whole, setting + " is set twice");
      }
    }
    parts.keySet().removeAll(settings.keySet());
    parts.forEach((setting, value) -> result.putPart(name, key(setting), value, whole));
  }

  private String key(String setting) {
    return PolicyEntry.ROOT + "." + name + "." + setting;
  }

  private static boolean isKnown(String setting) {
    return setting.equals(PolicySetting.of(setting));
  }

  private static boolean isPartOfText(String setting) {
    return isKnown(setting) && !setting.equals(PolicySetting.BUDGET);
  }
}
