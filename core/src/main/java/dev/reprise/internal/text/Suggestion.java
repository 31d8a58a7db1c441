package dev.reprise.internal.text;

import dev.reprise.text.PrintableText;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Messages about an unknown name: the name, and the known name that was probably meant. */
public final class Suggestion {

  /** Characters of an unknown name that a message shows. */
  public static final int SHOWN = 100;

  /** Longer names are not compared, because this would take too long. */
  private static final int MAX_COMPARED_LENGTH = 64;

  private Suggestion() {}

  /**
   * The end of a message about an unknown name: {@code , did you mean maxAttempts? Expected one of
   * backoff, maxAttempts}.
   *
   * @param name the unknown name, from any source; not part of the result
   * @param known the names that are known
   * @param expected a description of the valid values
   * @return the words behind the name
   */
  public static String behind(String name, Collection<String> known, String expected) {
    return nearest(name, known)
        .map(near -> ", did you mean " + near + "? Expected " + expected)
        .orElseGet(() -> ", expected " + expected);
  }

  /**
   * A message about an unknown name: {@code unknown hedge 'befor', expected after or percentile}.
   *
   * @param what noun for the name
   * @param name the unknown name
   * @param known the names that are known
   * @param expected a description of the valid values
   */
  static String unknown(String what, String name, Collection<String> known, String expected) {
    return "unknown " + what + " '" + shown(name) + "'" + behind(name, known, expected);
  }

  /**
   * A name as a message shows it.
   *
   * @param name any text
   * @return one line of at most {@value #SHOWN} characters of the name, escaped
   */
  public static String shown(String name) {
    return PrintableText.oneLine(name, SHOWN);
  }

  /**
   * The known name that an unknown one resembles most.
   *
   * @param name the unknown name
   * @param known the names that are known
   * @return the nearest, the first of several; empty if more than a third of its letters differ
   */
  public static Optional<String> nearest(String name, Collection<String> known) {
    if (name.isEmpty() || name.length() > MAX_COMPARED_LENGTH) {
      return Optional.empty();
    }
    String wanted = bare(name);
    return known.stream()
        .filter(one -> 3 * distance(wanted, bare(one)) <= one.length())
        .min(Comparator.comparingInt(one -> distance(wanted, bare(one))));
  }

  /**
   * A name in a form that is equal for its different spellings.
   *
   * @param name any name
   * @return in lower case, without hyphens, underscores and blanks
   */
  public static String bare(String name) {
    StringBuilder letters = new StringBuilder(name.length());
    name.chars()
        .filter(c -> c != '-' && c != '_' && !Character.isWhitespace(c))
        .forEach(c -> letters.append((char) c));
    return letters.toString().toLowerCase(Locale.ROOT);
  }

  /** Levenshtein's distance: the number of letters to insert, remove or replace. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column < row.length; column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column < row.length; column++) {
        boolean same = from.charAt(line - 1) == to.charAt(column - 1);
        int replaced = diagonal + (same ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(replaced, 1 + Math.min(row[column - 1], row[column]));
      }
    }
    return row[to.length()];
  }
}
