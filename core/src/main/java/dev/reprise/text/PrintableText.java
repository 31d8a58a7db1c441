package dev.reprise.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Makes foreign text safe to print: names, keys, messages and header values from outside may break
 * a line, control a terminal, reverse the direction of writing or have megabytes. Every message,
 * log line and report of this library uses this class for such texts.
 */
public final class PrintableText {

  /**
   * Highest number of characters of a text that are shown, unless another limit is given: {@value}.
   */
  public static final int MAX_LENGTH = 300;

  private static final String CUT = "...";

  private PrintableText() {}

  /**
   * Makes a text one line of bounded length: as {@link #oneLine(String, int)} with {@value
   * #MAX_LENGTH}.
   *
   * @param text any text; null becomes "null"
   * @return one line
   */
  public static String oneLine(@Nullable String text) {
    return oneLine(text, MAX_LENGTH);
  }

  /**
   * Makes a text one line of bounded length. Line breaks, control characters, invisible ones, those
   * that change the direction of writing, and halves of surrogate pairs are escaped: {@code \n},
   * {@code \r}, {@code \t}, else {@code \}{@code u001b}. A backslash is not escaped, so the text
   * cannot be read back. Work and memory depend on the limit, not on the text.
   *
   * @param text any text; null becomes "null"
   * @param longest characters of the text that are shown, before they are escaped, at least 1; the
   *     others are replaced by three dots, and no character is cut in two
   * @return one line; the text itself if it is short and printable ASCII
   */
  public static String oneLine(@Nullable String text, int longest) {
    String whole = String.valueOf(text);
    if (isPlain(whole, longest)) {
      return whole;
    }
    int end = endOf(whole, longest);
    StringBuilder line = new StringBuilder(end + CUT.length());
    for (int i = 0; i < end; ) {
      int character = whole.codePointAt(i);
      append(line, character);
      i += Character.charCount(character);
    }
    return end < whole.length() ? line.append(CUT).toString() : line.toString();
  }

  /**
   * Returns whether a character must be escaped: it controls a terminal, breaks the line, is
   * invisible, changes the direction of writing, or is half of a surrogate pair.
   *
   * @param character a code point
   * @return true if it has to be escaped
   */
  public static boolean isUnsafe(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  private static boolean isPlain(String text, int longest) {
    if (text.length() > longest) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~') {
        return false;
      }
    }
    return true;
  }

  private static int endOf(String text, int longest) {
    if (text.length() <= longest) {
      return text.length();
    }
    boolean cutsPair =
        Character.isHighSurrogate(text.charAt(longest - 1))
            && Character.isLowSurrogate(text.charAt(longest));
    return cutsPair ? longest - 1 : longest;
  }

  private static void append(StringBuilder line, int character) {
    switch (character) {
      case '\n' -> line.append("\\n");
      case '\r' -> line.append("\\r");
      case '\t' -> line.append("\\t");
      default -> {
        if (isUnsafe(character)) {
          line.append(String.format(Locale.ROOT, "\\u%04x", character));
        } else {
          line.appendCodePoint(character);
        }
      }
    }
  }
}
