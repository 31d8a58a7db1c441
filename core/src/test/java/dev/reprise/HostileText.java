package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.text.PrintableText;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Texts of an attacker, and the properties of any output that contains them. */
public final class HostileText {

  private static final int MEGABYTE = 1_000_000;

  /** The bound of outputs that are limited to some thousand characters, all of them escaped. */
  private static final int LONGEST_LINE = 50_000;

  private HostileText() {}

  /** A text of many letters, and a text of which every character is escaped: above each bound. */
  public static List<String> longSamples() {
    return List.of("x".repeat(2 * LONGEST_LINE), "\n\u202e\ud83d".repeat(LONGEST_LINE));
  }

  /** The kinds of characters in texts of a megabyte. */
  public static List<String> megabytes() {
    return Stream.of("x", "\n", "\u001b[2J", "\u202e", "\ud83d", "9", "x ", "a=1 ")
        .map(unit -> unit.repeat(MEGABYTE / unit.length()))
        .toList();
  }

  /** One text for each kind of character. */
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
   * Checks an output: it has as many lines as with a harmless text, each of bounded length, and no
   * character in it controls a terminal or is half of a surrogate pair.
   *
   * @param harmless the output with a harmless text
   * @param shown the output to check
   */
  public static void assertPrintable(String harmless, String shown) {
    assertEquals(lines(harmless), lines(shown), () -> "lines of: " + start(shown));
    for (String line : shown.split("\n", -1)) {
      assertTrue(
          line.length() <= LONGEST_LINE, () -> line.length() + " characters: " + start(line));
    }
    shown
        .codePoints()
        .filter(c -> c != '\n' && PrintableText.isUnsafe(c))
        .findFirst()
        .ifPresent(c -> assertEquals("", String.format("U+%04X in %s", c, start(shown))));
    try {
      StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(shown));
    } catch (CharacterCodingException halves) {
      throw new AssertionError(start(shown), halves);
    }
  }

  private static long lines(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }

  /** Escapes a text for messages of this test. */
  public static String start(String text) {
    return PrintableText.oneLine(text, 400);
  }
}
