package dev.reprise.registry;

import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.TextFormatException;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All mistakes in a policy's text. The parser stops at the first mistake, so each setting is also
 * parsed alone.
 */
final class TextMistakes {

  /** Maximum number of mistakes reported for one text. */
  private static final int MOST = 100;

  private final String text;
  private final @Nullable ClassLoader loader;
  private final SortedMap<Integer, String> byPosition = new TreeMap<>();
  private final Set<String> seen = new HashSet<>();

  private TextMistakes(String text, @Nullable ClassLoader loader) {
    this.text = text;
    this.loader = loader;
  }

  /** Mistakes by position; those of a combination of settings are at position 0. */
  static SortedMap<Integer, String> of(
      String text, @Nullable ClassLoader loader, TextFormatException first) {
    TextMistakes mistakes = new TextMistakes(text, loader);
    mistakes.byPosition.put(first.position(), first.reason());
    int start = 0;
    while (start < text.length() && mistakes.byPosition.size() < MOST) {
      int end = endOfSetting(text, start);
      if (end > start) {
        mistakes.look(start, end);
      }
      start = end + 1;
    }
    return mistakes.byPosition;
  }

  /** Index of the next white space outside of parentheses and not after a comma, or of the end. */
  static int endOfSetting(String text, int start) {
    int depth = 0;
    boolean afterComma = false;
    for (int i = start; i < text.length(); i++) {
      char next = text.charAt(i);
      depth += next == '(' ? 1 : next == ')' ? -1 : 0;
      boolean blank = Character.isWhitespace(next);
      if (depth <= 0 && blank && !afterComma) {
        return i;
      }
      afterComma = next == ',' || (afterComma && blank);
    }
    return text.length();
  }

  private void look(int start, int end) {
    String setting = text.substring(start, end);
    int equals = setting.indexOf('=');
    String name = equals < 0 ? setting : setting.substring(0, equals);
    boolean known = equals > 0 && RetryPolicy.settingNames().contains(name);
    if (known && !seen.add(name)) {
      byPosition.putIfAbsent(start, name + " is set twice");
      return;
    }
    try {
      RetryPolicy.parse(setting, loader);
    } catch (TextFormatException mistake) {
      if (!known || mistake.position() > equals) {
        byPosition.putIfAbsent(start + mistake.position(), mistake.reason());
      }
    }
  }
}
