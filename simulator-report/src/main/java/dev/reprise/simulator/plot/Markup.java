package dev.reprise.simulator.plot;

/** Escapes text for SVG and HTML. */
public final class Markup {

  private static final char REPLACEMENT = '\uFFFD';

  private Markup() {}

  /**
   * Escapes a text for use between tags and in quoted attributes. Line breaks and tabs become
   * spaces; other control characters, unpaired surrogates and characters that XML does not allow
   * become U+FFFD.
   *
   * @param raw any text
   * @return the text as markup
   */
  public static String escape(String raw) {
    StringBuilder safe = new StringBuilder(raw.length() + 16);
    raw.codePoints().forEach(point -> append(safe, point));
    return safe.toString();
  }

  private static void append(StringBuilder safe, int point) {
    switch (point) {
      case '&' -> safe.append("&amp;");
      case '<' -> safe.append("&lt;");
      case '>' -> safe.append("&gt;");
      case '"' -> safe.append("&quot;");
      case '\'' -> safe.append("&#39;");
      case '\n', '\r', '\t' -> safe.append(' ');
      default -> {
        if (isAllowed(point)) {
          safe.appendCodePoint(point);
        } else {
          safe.append(REPLACEMENT);
        }
      }
    }
  }

  private static boolean isAllowed(int point) {
    return !Character.isISOControl(point)
        && Character.getType(point) != Character.SURROGATE
        && !isBidiControl(point)
        && (point & 0xFFFE) != 0xFFFE;
  }

  /**
   * Returns whether a character changes the direction of text: with such characters one label could
   * look like another.
   */
  private static boolean isBidiControl(int point) {
    return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
  }
}
