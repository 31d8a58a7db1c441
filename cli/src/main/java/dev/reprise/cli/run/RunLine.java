package dev.reprise.cli.run;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Arguments of {@code run} after its options.
 *
 * @param policy words of the policy; none for the defaults
 * @param command the command and its arguments
 */
record RunLine(List<String> policy, List<String> command) {

  private static final String SEPARATOR = "--";
  private static final Pattern SETTING = Pattern.compile("\\s*[A-Za-z]\\w*\\s*=.*", Pattern.DOTALL);

  /**
   * Separates the policy from the command: words that look like settings are the policy, and so is
   * a single word before {@code --}.
   *
   * @param words the words, none of them an option of {@code run}
   * @param separated whether a {@code --} stood before the first of them
   * @throws IllegalArgumentException if an option follows the policy, or there is no command
   */
  static RunLine of(List<String> words, boolean separated) {
    int settings = separated ? 0 : settings(words);
    List<String> rest = words.subList(settings, words.size());
    if (!rest.isEmpty() && !separated) {
      String next = rest.get(0);
      if (next.equals(SEPARATOR)) {
        rest = rest.subList(1, rest.size());
      } else if (settings > 0 && next.startsWith("-")) {
        throw new IllegalArgumentException("options go before the policy, but after it is " + next);
      }
    }
    if (rest.isEmpty()) {
      throw new IllegalArgumentException("there is no command to run");
    }
    return new RunLine(List.copyOf(words.subList(0, settings)), List.copyOf(rest));
  }

  private static int settings(List<String> words) {
    if (words.size() > 1 && words.get(1).equals(SEPARATOR)) {
      return 1;
    }
    int settings = 0;
    while (settings < words.size() && SETTING.matcher(words.get(settings)).matches()) {
      settings++;
    }
    return settings;
  }
}
