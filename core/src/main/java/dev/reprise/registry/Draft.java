package dev.reprise.registry;

import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What was found so far of one policy, before anything is made of it. */
final class Draft {

  private static final Pattern BLANK_AFTER_COMMA = Pattern.compile("(?<=,)\\s+");

  final String key;
  final SortedMap<String, String> settings = new TreeMap<>();
  @Nullable String text;
  @Nullable String budget;
  boolean wrong;

  Draft(String key) {
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

  /** The policy as one text, from whichever form it was given in. */
  String policyText() {
    if (text != null) {
      return text;
    }
    StringJoiner pairs = new StringJoiner(" ");
    settings.forEach((setting, value) -> pairs.add(setting + "=" + tight(value)));
    return pairs.toString();
  }

  /** A value as the text form has it, in which lists have no blanks. */
  static String tight(String value) {
    return BLANK_AFTER_COMMA.matcher(value).replaceAll("");
  }
}
