package dev.reprise.report;

import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Failures in words: one line, of bounded length, with control characters escaped. */
public final class FailureText {

  private static final int LONGEST = 300;
  private static final String CUT = "...";

  private FailureText() {}

  /**
   * Describes a failure by its class and message, as {@link Throwable#toString()} does.
   *
   * @param failure what was thrown
   * @return one line of at most some 300 characters; the class alone if the failure's own {@code
   *     toString} throws
   */
  public static String describe(Throwable failure) {
    return describe(failure, Throwable::toString);
  }

  /**
   * Describes a failure in somebody's words.
   *
   * @param failure what was thrown
   * @param inWords how to put it
   * @return its answer as {@link #oneLine}; the failure's class alone if it throws
   */
  public static String describe(Throwable failure, Function<? super Throwable, String> inWords) {
    try {
      return oneLine(inWords.apply(failure));
    } catch (Throwable bug) {
      return describeWithoutMessage(failure);
    }
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
   * Makes a text safe for a log line: cuts what is too long, and escapes line breaks, control
   * characters and those that are invisible or turn the direction of writing.
   *
   * @param text any text; null, as a careless {@code toString} may answer, becomes "null"
   * @return one line; characters beyond the first 300 are replaced by three dots
   */
  public static String oneLine(@Nullable String text) {
    String whole = String.valueOf(text);
    if (isPlain(whole)) {
      return whole;
    }
    int end = endOf(whole);
    StringBuilder line = new StringBuilder(end + CUT.length());
    whole.codePoints().limit(whole.codePointCount(0, end)).forEach(c -> append(line, c));
    return end < whole.length() ? line.append(CUT).toString() : line.toString();
  }

  /** Whether a text is short, and printable ASCII alone. */
  private static boolean isPlain(String text) {
    if (text.length() > LONGEST) {
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

  /** Cuts no character in two. */
  private static int endOf(String text) {
    if (text.length() <= LONGEST) {
      return text.length();
    }
    return Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
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

  /**
   * Whether a character steers the terminal, breaks the line, cannot be seen, or is half a pair.
   */
  static boolean isUnsafe(int character) {
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
}
