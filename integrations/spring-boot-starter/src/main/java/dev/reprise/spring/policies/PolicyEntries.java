package dev.reprise.spring.policies;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The properties of policies of an environment by policy. Policies are the same if their names
 * differ only in case, hyphens and underscores, because environment variables cannot spell these.
 */
final class PolicyEntries {

  private final SortedMap<String, SortedMap<Integer, List<PolicyEntry>>> byPolicy = new TreeMap<>();
  private final List<SourceProperty> ofNoPolicy = new ArrayList<>();

  private PolicyEntries() {}

  static PolicyEntries of(ConfigurableEnvironment environment) {
    List<List<SourceProperty>> sources = PropertyScan.of(environment, PolicyEntry::mayConcern);
    PolicyEntries entries = new PolicyEntries();
    for (int source = 0; source < sources.size(); source++) {
      for (SourceProperty property : sources.get(source)) {
        if (!property.isVariable()) {
          entries.add(source, PolicyEntry.ofDotted(property));
        }
      }
    }
    Set<String> known = new HashSet<>(entries.byPolicy.keySet());
    for (int source = 0; source < sources.size(); source++) {
      for (SourceProperty property : sources.get(source)) {
        if (property.isVariable()) {
          entries.add(source, PolicyEntry.ofVariable(property, known));
        }
      }
    }
    return entries;
  }

  private void add(int source, @Nullable PolicyEntry entry) {
    if (entry == null) {
      return;
    }
    String name = entry.name();
    if (name == null) {
      ofNoPolicy.add(entry.property());
    } else {
      byPolicy
          .computeIfAbsent(PolicySetting.bare(name), absent -> new TreeMap<>())
          .computeIfAbsent(source, absent -> new ArrayList<>())
          .add(entry);
    }
  }

  /** Properties that name no policy. */
  List<SourceProperty> ofNoPolicy() {
    return ofNoPolicy;
  }

  /** For each policy its properties by source, highest precedence first. */
  Collection<List<List<PolicyEntry>>> ofPolicies() {
    return byPolicy.values().stream()
        .map(sources -> (List<List<PolicyEntry>>) new ArrayList<>(sources.values()))
        .toList();
  }
}
