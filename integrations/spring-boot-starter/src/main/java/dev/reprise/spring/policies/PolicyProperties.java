package dev.reprise.spring.policies;

import dev.reprise.registry.InvalidSettingsException;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.registry.SettingError;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The properties of all policies of an environment, in the one spelling that {@link
 * dev.reprise.registry.RetryRegistry} reads, with the places where they were written.
 */
final class PolicyProperties {

  /**
   * A value and where it was written.
   *
   * @param policy key of the policy
   * @param property the property as written
   * @param value the value as written
   * @param origins the places
   * @param isText true if the property is the text of a policy
   */
  record Citation(
      String policy, String property, String value, List<String> origins, boolean isText) {}

  private final ConfigurableEnvironment environment;
  private final SortedSet<String> names = new TreeSet<>();
  private final SortedMap<String, String> values = new TreeMap<>();
  private final Map<String, Citation> citations = new HashMap<>();
  private final List<PropertyMistake> mistakes = new ArrayList<>();
  private final Set<String> incomplete = new TreeSet<>();

  private PolicyProperties(ConfigurableEnvironment environment) {
    this.environment = environment;
  }

  static PolicyProperties of(ConfigurableEnvironment environment) {
    PolicyProperties properties = new PolicyProperties(environment);
    PolicyEntries entries = PolicyEntries.of(environment);
    for (SourceProperty property : entries.ofNoPolicy()) {
      properties.mistake("", property, "names no policy, expected " + PolicyEntry.ROOT + ".NAME");
    }
    entries.ofPolicies().forEach(sources -> new PolicyMerge(sources, properties).merge());
    properties.addDefault();
    return properties;
  }

  /** The names of the policies, valid or not, that of the default included. */
  SortedSet<String> names() {
    return names;
  }

  /** Keys and values in the one spelling, without those that have a mistake. */
  Map<String, String> values() {
    return values;
  }

  private void addDefault() {
    if (names.add(RetryPolicies.DEFAULT)) {
      values.put(PolicyEntry.ROOT + "." + RetryPolicies.DEFAULT, "");
    }
  }

  void name(String policy) {
    names.add(policy);
  }

  /** Adds a value, of one property or of the elements of a list, unless a placeholder has none. */
  void put(String policy, String key, List<SourceProperty> written) {
    List<String> resolved = new ArrayList<>();
    for (SourceProperty property : written) {
      String value = resolved(policy, property);
      if (value != null) {
        resolved.add(value);
      }
    }
    if (resolved.size() == written.size()) {
      values.put(key, String.join(", ", resolved));
      cite(policy, key, written, String.join(", ", resolved));
    }
  }

  private void cite(String policy, String key, List<SourceProperty> written, String resolved) {
    SourceProperty first = written.get(0);
    String property =
        written.size() == 1 ? first.key() : first.key().replaceFirst("(\\[\\d+]|_\\d+_?)$", "");
    String raw = raw(written);
    String value = raw.equals(resolved) ? raw : raw + " (which is " + resolved + ")";
    boolean isText = key.equals(policyKey(policy));
    cite(key, new Citation(policyKey(policy), property, value, origins(written), isText));
  }

  /** Adds a value that is a part of a property, such as a setting in the text of a policy. */
  void putPart(String policy, String key, String value, SourceProperty whole) {
    values.put(key, value);
    List<String> origins = List.of(whole.origin());
    cite(key, new Citation(policyKey(policy), whole.key(), whole.value(), origins, true));
  }

  private void cite(String key, Citation citation) {
    citations.put(PrintableText.oneLine(key), citation);
  }

  /** Replaces the placeholders of a property; null, and a mistake, if one has no value. */
  @Nullable String resolved(String policy, SourceProperty property) {
    try {
      return environment.resolveRequiredPlaceholders(property.value());
    } catch (IllegalArgumentException unresolved) {
      mistake(policy, property, String.valueOf(unresolved.getMessage()));
      return null;
    }
  }

  void mistake(String policy, SourceProperty property, String reason) {
    incomplete.add(policyKey(policy));
    mistakes.add(
        new PropertyMistake(property.key(), property.value(), reason, List.of(property.origin())));
  }

  /** All mistakes that show without the code that customizes policies. */
  List<PropertyMistake> allMistakes(@Nullable ClassLoader classes) {
    try {
      RetryRegistry.builder().classLoader(classes).build(values);
      return mistakes(List.of());
    } catch (InvalidSettingsException invalid) {
      return mistakes(invalid.errors());
    }
  }

  /** All mistakes: those found here and those found by the registry. */
  List<PropertyMistake> mistakes(List<SettingError> ofValues) {
    List<PropertyMistake> listed = new ArrayList<>(mistakes);
    for (SettingError error : ofValues) {
      Citation cited = citations.get(error.key());
      if (cited != null) {
        String reason =
            cited.isText()
                ? error.message()
                : SettingWords.dashed(error.message(), cited.property());
        listed.add(new PropertyMistake(cited.property(), cited.value(), reason, cited.origins()));
      } else if (!incomplete.contains(error.key())) {
        listed.add(
            new PropertyMistake(
                error.key(),
                SettingWords.dashed(error.value(), ""),
                SettingWords.dashed(error.message(), ""),
                originsOfPolicy(error.key())));
      }
    }
    return listed.stream().sorted(Comparator.comparing(PropertyMistake::property)).toList();
  }

  private List<String> originsOfPolicy(String policyKey) {
    return citations.values().stream()
        .filter(cited -> cited.policy().equals(policyKey))
        .flatMap(cited -> cited.origins().stream())
        .distinct()
        .sorted()
        .toList();
  }

  private static String raw(List<SourceProperty> written) {
    return written.stream().map(SourceProperty::value).collect(Collectors.joining(", "));
  }

  private static List<String> origins(List<SourceProperty> written) {
    return written.stream().map(SourceProperty::origin).toList();
  }

  private static String policyKey(String policy) {
    return PolicyEntry.ROOT + "." + policy;
  }
}
