package dev.reprise.report;

import java.util.Locale;

/** Failures in words: one line, of bounded length, with control characters escaped. */
public final class FailureText {

  private static final int LONGEST = 300;

  private FailureText() {}

  /**
   * Describes a failure by its class and message, as {@link Throwable#toString()} does.
   *
   * @param failure what was thrown
   * @return one line of at most some 300 characters; the class alone if the failure's own {@code
   *     toString} throws
   */
  public static String describe(Throwable failure) {
    String text;
    try {
      text = failure.toString();
    } catch (RuntimeException bug) {
      text = failure.getClass().getName();
    }
    return oneLine(text);
  }

  /**
   * Describes a failure by its class alone: the redacted form, for messages that may hold secrets.
   *
   * @param failure what was thrown
   * @return the name of its class
   */
  public static String describeWithoutMessage(Throwable failure) {
    return failure.getClass().getName();
  }

  /**
   * Makes a text safe for a log line: escapes control characters and cuts what is too long.
   *
   * @param text any text; null, as a careless {@code toString} may answer, becomes "null"
   * @return one line
   */
  public static String oneLine(String text) {
    String whole = String.valueOf(text);
    int end = Math.min(whole.length(), LONGEST);
    StringBuilder line = new StringBuilder(end + 1);
    for (int i = 0; i < end; i++) {
      append(line, whole.charAt(i));
    }
    return end < whole.length() ? line.append('…').toString() : line.toString();
  }

  private static void append(StringBuilder line, char c) {
    switch (c) {
      case '\n' -> line.append("\\n");
      case '\r' -> line.append("\\r");
      case '\t' -> line.append("\\t");
      default -> {
        if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
          line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        } else {
          line.append(c);
        }
      }
    }
  }
}
