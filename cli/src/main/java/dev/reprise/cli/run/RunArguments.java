package dev.reprise.cli.run;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The arguments of {@code run} after its options.
 *
 * @param policy words of the policy; none for the default policy
 * @param command the command and its arguments
 */
record RunArguments(List<String> policy, List<String> command) {

  private static final String SEPARATOR = "--";
  private static final Pattern SETTING = Pattern.compile("\\s*[A-Za-z]\\w*\\s*=.*", Pattern.DOTALL);

  /**
   * Separates the policy from the command. The policy consists of the words that look like
   * settings, or of a single word before {@code --}.
   *
   * @param words the words after the options
   * @param separated true if {@code --} precedes the words
   * @throws IllegalArgumentException if an option follows the policy, or the command is missing
   */
  static RunArguments of(List<String> words, boolean separated) {
    int settings = separated ? 0 : settings(words);
    List<String> command = words.subList(settings, words.size());
    if (!command.isEmpty() && !separated) {
      String next = command.get(0);
      if (next.equals(SEPARATOR)) {
        command = command.subList(1, command.size());
      } else if (settings > 0 && next.startsWith("-")) {
        throw new IllegalArgumentException(
            "options must precede the policy, but " + next + " follows it");
      }
    }
    if (command.isEmpty()) {
      throw new IllegalArgumentException("the command to run is missing");
    }
    return new RunArguments(List.copyOf(words.subList(0, settings)), List.copyOf(command));
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
