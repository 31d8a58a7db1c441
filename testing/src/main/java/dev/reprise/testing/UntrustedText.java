package dev.reprise.testing;

import dev.reprise.text.PrintableText;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Sample texts that an attacker could choose, for tests of code that prints names, keys, messages
 * or values in logs, exception messages or reports.
 *
 * <pre>{@code
 * UntrustedText.assertPrintable(name -> new Order(name).toString());
 * }</pre>
 */
public final class UntrustedText {

  private static final String HARMLESS = "Xy";
  private static final int LONG = 1_000_000;

  /**
   * The maximum length of a line. Code that prints a text cuts it off after some thousand
   * characters, each of which may be escaped.
   */
  private static final int LONGEST_LINE = 50_000;

  private UntrustedText() {}

  /**
   * Returns short texts, at least one for each kind of harmful character: line breaks, control
   * characters of terminals, characters that change the direction of text, invisible characters,
   * unpaired surrogates.
   *
   * @return a new list
   */
  public static List<String> samples() {
    List<String> texts = new ArrayList<>();
    texts.add("a\r\nWARNING [call 1] orders: paid");
    texts.add("\u001b]0;title\u0007\u001b[31mred");
    String units =
        "\n\r\t\0\u0007\b\u001b\u007f\u0085\u009b\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202b"
            + "\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\ud83d\ude00";
    units.chars().forEach(unit -> texts.add("a" + (char) unit + "b"));
    texts.add("\ude00\ud83d");
    texts.add("a\ud83d");
    texts.add(new StringBuilder("a").appendCodePoint(0xe0041).append('b').toString());
    texts.add("\\\"'`${jndi:x}%n{}<b>&");
    texts.add("");
    return texts;
  }

  /**
   * Returns two texts of about one million characters: one of plain letters, and one of characters
   * that must be escaped.
   *
   * @return a new list
   */
  public static List<String> longSamples() {
    return List.of("x".repeat(LONG), "\n\u202e\ud83d".repeat(LONG / 3));
  }

  /**
   * Tests code that prints a text, with all samples.
   *
   * @param shows returns the output for a text
   * @throws AssertionError as {@link #assertPrintable(String, String)}, for the first sample that
   *     fails
   */
  public static void assertPrintable(UnaryOperator<String> shows) {
    String harmless = shows.apply(HARMLESS);
    for (String text : samples()) {
      assertPrintable(harmless, shows.apply(text));
    }
    for (String text : longSamples()) {
      assertPrintable(harmless, shows.apply(text));
    }
  }

  /**
   * Checks the output for a harmful text.
   *
   * @param harmless the output for a harmless text
   * @param shown the output for the harmful text
   * @throws AssertionError if the output has a different number of lines, has a line of more than
   *     50,000 characters, has a character that is {@linkplain PrintableText#isUnsafe unsafe}, or
   *     cannot be encoded in UTF-8
   */
  public static void assertPrintable(String harmless, String shown) {
    check(
        lines(harmless) == lines(shown),
        "has a different number of lines than with a harmless text",
        shown);
    for (String line : shown.split("\n", -1)) {
      check(line.length() <= LONGEST_LINE, "has a line of " + line.length() + " characters", line);
    }
    boolean unsafe = shown.codePoints().anyMatch(c -> c != '\n' && PrintableText.isUnsafe(c));
    check(!unsafe, "has an unsafe character", shown);
    try {
      StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(shown));
    } catch (CharacterCodingException halves) {
      throw new AssertionError("cannot be encoded: " + PrintableText.oneLine(shown), halves);
    }
  }

  private static long lines(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }

  private static void check(boolean holds, String otherwise, String shown) {
    if (!holds) {
      throw new AssertionError(otherwise + ": " + PrintableText.oneLine(shown, 400));
    }
  }
}
