package dev.reprise.registry;

import dev.reprise.internal.text.Suggestion;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.NearestName;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Names of the settings of a policy in properties, and suggestions for misspelled names. */
final class SettingNames {

  static final String BUDGET = "budget";

  /** Maximum length of a name that may be a setting spelled with blanks or hyphens. */
  private static final int MAX_SPELLING_LENGTH = 64;

  static final List<String> KNOWN =
      Stream.concat(RetryPolicy.settingNames().stream(), Stream.of(BUDGET)).sorted().toList();

  private static final Set<String> CODE =
      Set.of("retryIf", "abortIf", "retryOnResult", "classifyWith", "hintFrom", "hintFromResult");

  private SettingNames() {}

  /** Reason why a name is not a setting; null if it is one. */
  static @Nullable String mistakeIn(String name) {
    if (KNOWN.contains(name)) {
      return null;
    }
    if (CODE.contains(name)) {
      return name + " is code and has no text form; RetryRegistry.builder() takes it";
    }
    if (name.length() <= MAX_SPELLING_LENGTH) {
      for (String known : KNOWN) {
        if (NearestName.bare(known).equals(NearestName.bare(name))) {
          return "unknown setting " + Suggestion.shown(name) + ", the one spelling is " + known;
        }
      }
    }
    String dots = name.contains(".") ? " (neither a name nor a setting has dots)" : "";
    String expected = "one of " + String.join(", ", KNOWN);
    return "unknown setting "
        + Suggestion.shown(name)
        + dots
        + Suggestion.behind(name, KNOWN, expected);
  }
}
