package dev.reprise.registry;

import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Settings of one policy found so far, before it is built. */
final class DefinitionDraft {

  final String key;
  final SortedMap<String, String> settings = new TreeMap<>();
  @Nullable String text;
  @Nullable String budget;
  boolean wrong;

  DefinitionDraft(String key) {
    this.key = key;
  }

  void put(String setting, String value) {
    if (setting.equals(SettingNames.BUDGET)) {
      budget = value;
    } else {
      settings.put(setting, value);
    }
  }

  boolean isGivenTwice() {
    return text != null && !settings.isEmpty();
  }

  /** Text form of the policy, from its single settings or from its text. */
  String policyText() {
    if (text != null) {
      return text;
    }
    StringJoiner pairs = new StringJoiner(" ");
    settings.forEach((setting, value) -> pairs.add(setting + "=" + value));
    return pairs.toString();
  }
}
