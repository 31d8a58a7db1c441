package dev.reprise.spring.policies;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * One property of a policy.
 *
 * @param property the property
 * @param name name of the policy as spelled by the property; null for a property that sets all
 *     policies
 * @param spelled false if the source has no way to spell the name, as environment variables
 * @param setting the setting in its one spelling, or as written if there is no such setting; null
 *     if the property sets the whole policy as text
 * @param index index in a list; -1 if the property sets the whole value
 */
record PolicyEntry(
    SourceProperty property,
    @Nullable String name,
    boolean spelled,
    @Nullable String setting,
    int index) {

  static final String ROOT = "reprise.policies";

  private static final ConfigurationPropertyName ROOT_NAME = ConfigurationPropertyName.of(ROOT);
  private static final String FIRST_WORD = "reprise";

  /** A quick look at a key: false if it is not of a policy. */
  static boolean mayConcern(String key) {
    return key.toLowerCase(Locale.ROOT).contains(FIRST_WORD);
  }

  /** Reads a property whose key has dots; null if it is not of a policy. */
  static @Nullable PolicyEntry ofDotted(SourceProperty property) {
    ConfigurationPropertyName key = ConfigurationPropertyName.adapt(property.key(), '.');
    if (!ROOT_NAME.equals(key) && !ROOT_NAME.isAncestorOf(key)) {
      return null;
    }
    int elements = key.getNumberOfElements();
    int first = ROOT_NAME.getNumberOfElements();
    if (elements == first) {
      return new PolicyEntry(property, null, true, null, -1);
    }
    boolean listed =
        elements > first + 1
            && key.isNumericIndex(elements - 1)
            && isNumber(key.getElement(elements - 1, Form.ORIGINAL));
    int end = listed ? elements - 1 : elements;
    List<String> setting = new ArrayList<>();
    for (int i = first + 1; i < end; i++) {
      setting.add(key.getElement(i, Form.ORIGINAL));
    }
    return new PolicyEntry(
        property,
        key.getElement(first, Form.ORIGINAL),
        true,
        setting.isEmpty() ? null : settingOf(String.join(".", setting)),
        listed ? Integer.parseInt(key.getElement(elements - 1, Form.ORIGINAL)) : -1);
  }

  /**
   * Reads an environment variable, such as {@code REPRISE_POLICIES_MY_ORDERS_MAX_ATTEMPTS}; null if
   * it is not of a policy. Its words do not show where the name ends: the longest known name, or
   * the words before the setting.
   *
   * @param known the names of policies that other sources define, without case, hyphens and
   *     underscores
   */
  static @Nullable PolicyEntry ofVariable(SourceProperty property, Set<String> known) {
    List<String> words = words(property);
    if (words.size() < 2 || !String.join(".", words.subList(0, 2)).equals(ROOT)) {
      return null;
    }
    List<String> rest = words.subList(2, words.size());
    if (rest.isEmpty()) {
      return new PolicyEntry(property, null, false, null, -1);
    }
    if (known.contains(String.join("", rest))) {
      return ofWords(property, rest, 0, -1);
    }
    int last = PolicySetting.lastWords(rest);
    int end = rest.size() - 1;
    if (last == 0 && isNumber(rest.get(end))) {
      int beforeIndex = PolicySetting.lastWords(rest.subList(0, end));
      if (beforeIndex > 0) {
        return ofWords(
            property, rest.subList(0, end), beforeIndex, Integer.parseInt(rest.get(end)));
      }
    }
    return ofWords(property, rest, last > 0 ? last : unknownWords(rest, known), -1);
  }

  /** Number of words behind the longest known name, or else behind the first word. */
  private static int unknownWords(List<String> words, Set<String> known) {
    for (int end = words.size() - 1; end > 0; end--) {
      if (known.contains(String.join("", words.subList(0, end)))) {
        return words.size() - end;
      }
    }
    return words.size() - 1;
  }

  private static PolicyEntry ofWords(
      SourceProperty property, List<String> words, int last, int index) {
    int end = words.size() - last;
    return new PolicyEntry(
        property,
        String.join("-", words.subList(0, end)),
        false,
        last == 0 ? null : settingOf(String.join("_", words.subList(end, words.size()))),
        index);
  }

  /** The words of a variable without the prefix of its source; none if it lacks the prefix. */
  static List<String> words(SourceProperty property) {
    String prefix = property.prefix() == null ? "" : PolicySetting.bare(property.prefix());
    StringBuilder before = new StringBuilder();
    List<String> words = new ArrayList<>();
    for (String word : property.key().toLowerCase(Locale.ROOT).split("[_-]", -1)) {
      if (before.length() < prefix.length()) {
        before.append(word);
      } else if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return before.toString().equals(prefix) ? words : List.of();
  }

  private static boolean isNumber(String word) {
    return word.length() <= 4 && word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static String settingOf(String spelled) {
    String known = PolicySetting.of(spelled);
    return known == null ? spelled : known;
  }
}
