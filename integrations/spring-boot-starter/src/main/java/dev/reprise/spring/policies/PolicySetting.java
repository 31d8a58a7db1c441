package dev.reprise.spring.policies;

import dev.reprise.policy.RetryPolicy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Names of the settings of a policy, in the spellings that Spring allows. */
final class PolicySetting {

  static final String BUDGET = "budget";

  private static final Map<String, String> BY_BARE_NAME =
      Stream.concat(RetryPolicy.settingNames().stream(), Stream.of(BUDGET))
          .collect(Collectors.toUnmodifiableMap(PolicySetting::bare, Function.identity()));

  private static final Set<String> CODE =
      Set.of("retryif", "abortif", "retryonresult", "classifywith", "hintfrom", "hintfromresult");

  private PolicySetting() {}

  /** The name without case, hyphens and underscores. */
  static String bare(String name) {
    StringBuilder bare = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char next = name.charAt(i);
      if (next != '-' && next != '_') {
        bare.append(next >= 'A' && next <= 'Z' ? (char) (next + 'a' - 'A') : next);
      }
    }
    return bare.toString();
  }

  /** The one spelling of a setting; null if there is no such setting. */
  static @Nullable String of(String spelled) {
    return BY_BARE_NAME.get(bare(spelled));
  }

  /** Returns true for a part of a policy that has no text form. */
  static boolean isCode(String spelled) {
    return CODE.contains(bare(spelled));
  }

  /**
   * Number of last words that make a setting, at least one word before them left out; 0 if none do.
   */
  static int lastWords(List<String> words) {
    for (int first = 1; first < words.size(); first++) {
      if (of(String.join("", words.subList(first, words.size()))) != null) {
        return words.size() - first;
      }
    }
    return 0;
  }
}
