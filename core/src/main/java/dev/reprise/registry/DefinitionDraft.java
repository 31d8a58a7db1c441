package dev.reprise.registry;

import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Settings of one policy found so far, before it is built. */
final class DefinitionDraft {

  private static final Pattern BLANK_AFTER_COMMA = Pattern.compile("(?<=,)\\s+");

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
    settings.forEach((setting, value) -> pairs.add(setting + "=" + tight(value)));
    return pairs.toString();
  }

  /** Value in the text form, in which lists have no blanks. */
  static String tight(String value) {
    return BLANK_AFTER_COMMA.matcher(value).replaceAll("");
  }
}
