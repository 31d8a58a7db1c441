package dev.reprise.testing;

import dev.reprise.text.PrintableText;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Texts that somebody else may choose, for tests of code that prints names, keys, messages or
 * values: in a log, in a message of an exception, in a report.
 *
 * <pre>{@code
 * HostileText.assertPrintable(name -> new Order(name).toString());
 * }</pre>
 */
public final class HostileText {

  private static final String HARMLESS = "Xy";
  private static final int LONG = 1_000_000;

  /** Of texts that are bounded at some thousand characters, all of them escaped. */
  private static final int LONGEST_LINE = 50_000;

  private HostileText() {}

  /**
   * Short texts, one for each kind of character that does harm: line breaks, controls of a
   * terminal, marks that change the direction of writing, invisible ones, halves of surrogate
   * pairs.
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
   * Texts of a million characters: plain ones, and others all of which have to be escaped.
   *
   * @return a new list
   */
  public static List<String> longSamples() {
    return List.of("x".repeat(LONG), "\n\u202e\ud83d".repeat(LONG / 3));
  }

  /**
   * Checks what shows a text, with all samples.
   *
   * @param shows what is printed for a text
   * @throws AssertionError as {@link #assertPrintable(String, String)}
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
   * Checks what was printed for a hostile text.
   *
   * @param harmless what is printed for a harmless text
   * @param shown what was printed
   * @throws AssertionError if it has another number of lines, a line without bound, a character
   *     that is {@linkplain PrintableText#isUnsafe unsafe}, or cannot be encoded in UTF-8
   */
  public static void assertPrintable(String harmless, String shown) {
    check(lines(harmless) == lines(shown), "has other lines than with a harmless text", shown);
    for (String line : shown.split("\n", -1)) {
      check(line.length() <= LONGEST_LINE, "has a line of " + line.length(), line);
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
