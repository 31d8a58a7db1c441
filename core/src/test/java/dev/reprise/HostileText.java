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

/** Texts that a stranger may choose, and what must hold of whatever shows them. */
public final class HostileText {

  private static final int MEGABYTES = 5_000_000;

  /** What is bounded at some thousand characters, all of them escaped. */
  private static final int LONGEST_LINE = 50_000;

  private HostileText() {}

  /** A megabyte that is short to look at, and one of which every character is escaped. */
  public static List<String> longSamples() {
    return List.of("x".repeat(1_000_000), "\n\u202e\ud83d".repeat(300_000));
  }

  /** The kinds of text in megabytes. */
  public static List<String> megabytes() {
    return Stream.of("x", "\n", "\u001b[2J", "\u202e", "\ud83d", "9", "x ", "a=1 ")
        .map(unit -> unit.repeat(MEGABYTES / unit.length()))
        .toList();
  }

  /** One for each kind of character. */
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
   * Checks what came out: it has as many lines as with a harmless text, each of bounded length,
   * nothing in it steers a terminal or is half a character.
   *
   * @param harmless the same with a harmless text
   * @param shown what came out
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

  /** For messages of this test, which has to be printable itself. */
  public static String start(String text) {
    return PrintableText.oneLine(text, 400);
  }
}
